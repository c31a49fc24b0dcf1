import { sql } from 'kysely';
import { atomically, type Connection } from '../open.ts';
import { NOTHING_IMPORTED } from './template-version.ts';
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
        const deletedAtMs = nowMs();
        const templates = tx.updateTable('templates');
        if (group.of === 'templateId') {
          await templates.set({ deletedAtMs }).where('id', '=', group.id).execute();
        } else {
          const table = group.of === 'id' ? 'templateStyleVersions' : 'templateStyles';
          await templates
            .set({ updatedAtMs: deletedAtMs })
            .where('id', '=', (e) =>
              e.selectFrom(table).select('templateId').where('id', '=', group.id),
            )
            .execute();
        }
        if (group.of !== 'id') {
          await tx
            .updateTable('templateStyles')
            .set({ deletedAtMs })
            .where(group.of === 'templateId' ? 'templateId' : 'id', '=', group.id)
            .where('deletedAtMs', 'is', null)
            .execute();
        }
        const rows = await tx
          .updateTable('templateStyleVersions')
          .set({
            ...NOTHING_IMPORTED,
            deletedAtMs,
            examples: {},
            demoVideoKey: null,
            storedBytes: 0,
          })
          .where(group.of, '=', group.id)
          .where('deletedAtMs', 'is', null)
          .returning('id')
          .execute();
        return { versionIds: rows.map(({ id }) => id) };
      });
    },

    /** Returns the removed versions that may still have files, ordered by id, after the id `afterId`. */
    async withFiles(
      afterId: string,
      limit: number,
    ): Promise<{ id: string; deletedAtMs: number }[]> {
      const rows = await db
        .selectFrom('templateStyleVersions')
        .select(['id', 'deletedAtMs'])
        .where('deletedAtMs', 'is not', null)
        .where('packageKey', '<>', NO_FILES)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id, deletedAtMs }) => ({ id, deletedAtMs: deletedAtMs ?? 0 }));
    },

    /** Notes that no file of a removed version exists, and that none will be written. */
    async noteFilesRemoved(id: string): Promise<void> {
      await db
        .updateTable('templateStyleVersions')
        .set({ packageKey: NO_FILES })
        .where('id', '=', id)
        .where('deletedAtMs', 'is not', null)
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
