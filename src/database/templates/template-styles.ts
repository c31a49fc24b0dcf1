import { sql } from 'kysely';
import { newId } from '../../base/index.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import type { Tables } from '../tables.ts';
import type { TemplateVersion } from './template-version.ts';

/** A unit of video within a template: one aspect ratio, one length. */
export type TemplateStyle = Omit<Tables['templateStyles'], 'deletedAtMs'>;

/** The newest usable version of a style in a language. */
export type ActiveVersion = Pick<
  TemplateVersion,
  'id' | 'language' | 'width' | 'height' | 'fps' | 'frameCount'
>;

/** A style with its active versions, the newest first. */
export type StyleOverview = TemplateStyle & { versions: ActiveVersion[] };

const COLUMNS = ['id', 'accountId', 'templateId', 'name', 'createdAtMs'] as const;

/** Returns the queries of template styles, without removed ones. */
export function templateStylesOf(db: Connection, nowMs: () => number) {
  return {
    /** Adds a style to a template, which is the account's. */
    async insert(accountId: string, templateId: string, name: string): Promise<TemplateStyle> {
      const style = { id: newId('sty'), accountId, templateId, name, createdAtMs: nowMs() };
      await db.insertInto('templateStyles').values(style).execute();
      return style;
    },

    /** Returns a style of an account; undefined for a removed or unknown one. */
    async findIn(accountId: string, id: string): Promise<TemplateStyle | undefined> {
      return db
        .selectFrom('templateStyles')
        .select(COLUMNS)
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('deletedAtMs', 'is', null)
        .executeTakeFirst();
    },

    /** Returns the styles of a template, newest first. */
    async list(templateId: string, page: PageRequest): Promise<StyleOverview[]> {
      const query = db
        .selectFrom('templateStyles')
        .select(COLUMNS)
        .where('templateId', '=', templateId)
        .where('deletedAtMs', 'is', null);
      return withVersions(db, await newestFirst(query, 'templateStyles', page).execute());
    },

    /** Renames a style and returns it. */
    async rename(id: string, name: string): Promise<StyleOverview | undefined> {
      const rows = await db
        .updateTable('templateStyles')
        .set({ name })
        .where('id', '=', id)
        .where('deletedAtMs', 'is', null)
        .returning(COLUMNS)
        .execute();
      return (await withVersions(db, rows))[0];
    },
  };
}

/** Adds its active versions to each style. */
async function withVersions(
  db: Connection,
  rows: readonly TemplateStyle[],
): Promise<StyleOverview[]> {
  const versions = Map.groupBy(
    await activeVersions(
      db,
      rows.map(({ id }) => id),
    ),
    ({ styleId }) => styleId,
  );
  return rows.map((row) => ({
    ...row,
    versions: (versions.get(row.id) ?? []).map(({ styleId: _, ...version }) => version),
  }));
}

/** Returns the newest usable version of each language of these styles, the newest first. */
async function activeVersions(
  db: Connection,
  styleIds: readonly string[],
): Promise<(ActiveVersion & { styleId: string })[]> {
  if (styleIds.length === 0) return [];
  const { rows } = await sql<ActiveVersion & { styleId: string }>`
    with placed as (
      select id, template_style_id as style_id, language, width, height, fps, frame_count, created_at,
        row_number() over (
          partition by template_style_id, language order by created_at desc, id desc
        ) as place
      from template_style_versions
      where template_style_id in (${sql.join(styleIds)})
        and status = 'edit_ready' and deleted_at is null
    )
    select id, style_id, language, width, height, fps, frame_count from placed
    where place = 1 order by created_at desc, id desc`.execute(db);
  return rows;
}
