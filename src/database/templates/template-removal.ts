import { sql } from 'kysely';
import { atomically, type Connection } from '../open.ts';
import { findUse, type VersionGroup, type VersionUse } from './version-use.ts';

/** Whether a group could be removed: the removed versions, or a use that forbids it. */
export type Removal =
  | { versionIds: string[]; use?: never }
  | { versionIds?: never; use: VersionUse };

/** Stored instead of a key: the files of a removed version are gone. */
const NO_FILES = '';

/**
 * Removes templates, styles and versions. A removed row is hidden from all reads at once. The row
 * stays until its files are removed and no session or mapping names it.
 */
export function templateRemovalOf(db: Connection, nowMs: () => number) {
  return {
    /**
     * Hides a template, a style or a version, with the styles and versions in it, if none of the
     * versions is in use. The caller then removes the files of the versions.
     */
    async remove(group: VersionGroup): Promise<Removal> {
      return atomically(db, async (tx) => {
        const use = await findUse(tx, group);
        if (use) return { use };
        const deleted_at = nowMs();
        const templates = tx.updateTable('templates');
        if (group.of === 'template_id') {
          await templates.set({ deleted_at }).where('id', '=', group.id).execute();
        } else {
          const table = group.of === 'id' ? 'template_style_versions' : 'template_styles';
          await templates
            .set({ updated_at: deleted_at })
            .where('id', '=', (e) =>
              e.selectFrom(table).select('template_id').where('id', '=', group.id),
            )
            .execute();
        }
        if (group.of !== 'id') {
          await tx
            .updateTable('template_styles')
            .set({ deleted_at })
            .where(group.of === 'template_id' ? 'template_id' : 'id', '=', group.id)
            .where('deleted_at', 'is', null)
            .execute();
        }
        const rows = await tx
          .updateTable('template_style_versions')
          .set({
            deleted_at,
            ...{ editables: '{}', fonts: '[]', stillcuts: '{}', examples: '{}' },
            ...{ report: '{"errors":[],"warnings":[]}', demo_video_key: null, stored_bytes: 0 },
          })
          .where(group.of, '=', group.id)
          .where('deleted_at', 'is', null)
          .returning('id')
          .execute();
        return { versionIds: rows.map(({ id }) => id) };
      });
    },

    /** Returns the removed versions that may still have files, ordered by id, after the id `after`. */
    async withFiles(after: string, limit: number): Promise<{ id: string; deletedAtMs: number }[]> {
      const rows = await db
        .selectFrom('template_style_versions')
        .select(['id', 'deleted_at'])
        .where('deleted_at', 'is not', null)
        .where('package_key', '<>', NO_FILES)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id, deleted_at }) => ({ id, deletedAtMs: deleted_at ?? 0 }));
    },

    /** Notes that no file of a removed version exists, and that none will be written. */
    async filesRemoved(id: string): Promise<void> {
      await db
        .updateTable('template_style_versions')
        .set({ package_key: NO_FILES })
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .execute();
    },

    /** Removes the rows of removed versions, styles and templates that nothing names any more. */
    async purge(): Promise<void> {
      await atomically(db, async (tx) => {
        await sql`
          delete from template_style_versions
          where deleted_at is not null and package_key = ${NO_FILES}
            and not exists (
              select 1 from render_sessions as s
              where s.template_style_version_id = template_style_versions.id)
            and not exists (
              select 1 from mappings as m
              where m.template_style_version_id = template_style_versions.id)`.execute(tx);
        await sql`
          delete from template_styles
          where deleted_at is not null and not exists (
            select 1 from template_style_versions as v
            where v.template_style_id = template_styles.id)`.execute(tx);
        await sql`
          delete from templates
          where deleted_at is not null and not exists (
            select 1 from template_styles as s where s.template_id = templates.id)`.execute(tx);
      });
    },
  };
}
