import { sql } from 'kysely';
import { newId } from '../../base/index.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import type { Tables } from '../tables.ts';

/** A unit of video within a template: one aspect ratio, one length. */
export type TemplateStyle = {
  id: string;
  accountId: string;
  templateId: string;
  name: string;
  createdAtMs: number;
};

/** The newest usable version of a style in a language. */
export type ActiveVersion = {
  id: string;
  language: string;
  width: number | null;
  height: number | null;
  fps: number | null;
  frameCount: number | null;
};

/** A style with its active versions, the newest first. */
export type StyleOverview = TemplateStyle & { versions: ActiveVersion[] };

export function templateStylesOf(db: Connection, nowMs: () => number) {
  return {
    async insert(accountId: string, templateId: string, name: string): Promise<TemplateStyle> {
      const style = { id: newId('sty'), accountId, templateId, name, createdAtMs: nowMs() };
      await db
        .insertInto('templateStyles')
        .values({
          id: style.id,
          accountId,
          templateId,
          name,
          createdAtMs: style.createdAtMs,
          deletedAtMs: null,
        })
        .execute();
      return style;
    },

    async findIn(accountId: string, id: string): Promise<TemplateStyle | undefined> {
      const row = await db
        .selectFrom('templateStyles')
        .selectAll()
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('deletedAtMs', 'is', null)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** Returns the styles of a template, newest first. */
    async list(templateId: string, page: PageRequest): Promise<StyleOverview[]> {
      const query = db
        .selectFrom('templateStyles')
        .selectAll()
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
        .returningAll()
        .execute();
      return (await withVersions(db, rows))[0];
    },
  };
}

async function withVersions(
  db: Connection,
  rows: readonly Tables['templateStyles'][],
): Promise<StyleOverview[]> {
  const versions = Map.groupBy(
    await activeVersions(
      db,
      rows.map(({ id }) => id),
    ),
    ({ styleId }) => styleId,
  );
  return rows.map((row) => ({
    ...fromRow(row),
    versions: (versions.get(row.id) ?? []).map(({ styleId: _, ...version }) => version),
  }));
}

type VersionRow = Omit<ActiveVersion, 'frameCount'> & {
  styleId: string;
  frameCount: number | null;
};

/** Returns the newest usable version of each language of these styles, the newest first. */
async function activeVersions(
  db: Connection,
  styleIds: readonly string[],
): Promise<(ActiveVersion & { styleId: string })[]> {
  if (styleIds.length === 0) return [];
  const { rows } = await sql<VersionRow>`
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
  return rows.map(({ styleId, frameCount, ...version }) => ({
    ...{ ...version, styleId, frameCount },
  }));
}

function fromRow(row: Tables['templateStyles']): TemplateStyle {
  return {
    id: row.id,
    accountId: row.accountId,
    templateId: row.templateId,
    name: row.name,
    createdAtMs: row.createdAtMs,
  };
}
