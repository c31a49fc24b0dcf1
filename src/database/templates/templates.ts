import { sql } from 'kysely';
import { newId } from '../../base/index.ts';
import { containing } from '../containing.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import type { Tables } from '../tables.ts';
import type { TemplateVersion, VersionStatus } from './template-version.ts';

/** A group of template styles. */
export type TemplateGroup = Omit<Tables['templates'], 'updatedAtMs' | 'deletedAtMs'>;

/** The version that was uploaded last, and the first error of its import. */
export type LatestVersion = {
  id: string;
  status: VersionStatus;
  error: { code: string; message: string; hint?: string } | null;
};

/**
 * A template with the number of its styles and versions, and the languages of its usable versions.
 * Poster and demo are storage keys of its newest usable version.
 */
export type TemplateOverview = TemplateGroup & {
  styleCount: number;
  versionCount: number;
  languages: string[];
  posterKey: string | null;
  demoVideoKey: string | null;
  latestVersion: LatestVersion | null;
  updatedAtMs: number;
};

type VersionName = { templateId: string; templateStyleId: string; name: string };

/** Returns the queries of templates, without removed ones. */
export function templatesOf(db: Connection, nowMs: () => number) {
  const select = () =>
    db
      .selectFrom('templates')
      .select(['id', 'accountId', 'name', 'createdAtMs', 'updatedAtMs'])
      .select([
        sql<number>`(
          select count(*) from template_styles as s
          where s.template_id = templates.id and s.deleted_at is null)`.as('styleCount'),
        sql<number>`(
          select count(*) from template_style_versions as v
          where v.template_id = templates.id and v.deleted_at is null)`.as('versionCount'),
        sql<number | null>`(
          select max(v.updated_at) from template_style_versions as v
          where v.template_id = templates.id and v.deleted_at is null)`.as('versionsUpdatedAtMs'),
        sql<string | null>`(
          select v.id from template_style_versions as v
          where v.template_id = templates.id and v.deleted_at is null
            and v.status = 'edit_ready'
          order by v.created_at desc, v.id desc limit 1)`.as('newestId'),
        sql<string | null>`(
          select v.id from template_style_versions as v
          where v.template_id = templates.id and v.deleted_at is null
          order by v.created_at desc, v.id desc limit 1)`.as('latestId'),
      ])
      .where('deletedAtMs', 'is', null);
  type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

  /** Adds the files of the newest usable version of each template, and the state of its latest. */
  const overviews = async (rows: readonly Row[]): Promise<TemplateOverview[]> => {
    const ids = rows.flatMap(({ newestId: usable, latestId: latest }) => [
      ...(usable === null ? [] : [usable]),
      ...(latest === null || latest === usable ? [] : [latest]),
    ]);
    const versions =
      ids.length === 0
        ? []
        : await db
            .selectFrom('templateStyleVersions')
            .select(['id', 'status', 'stillcuts', 'demoVideoKey', 'report'])
            .where('id', 'in', ids)
            .execute();
    const versionById = new Map(versions.map((version) => [version.id, version]));
    const languages = await languagesOf(db, rows);
    return rows.map((row) => {
      const { newestId, latestId, updatedAtMs, versionsUpdatedAtMs, ...template } = row;
      const { stillcuts = {}, demoVideoKey = null } = versionById.get(newestId ?? '') ?? {};
      const latest = versionById.get(latestId ?? '');
      return {
        ...template,
        languages: (languages.get(row.id) ?? []).map(({ language }) => language).sort(),
        posterKey: Object.values(stillcuts)[0] ?? null,
        demoVideoKey,
        latestVersion: latest
          ? { id: latest.id, status: latest.status, error: firstError(latest.report) }
          : null,
        updatedAtMs: Math.max(updatedAtMs ?? row.createdAtMs, versionsUpdatedAtMs ?? 0),
      };
    });
  };

  const findIn = async (accountId: string, id: string): Promise<TemplateOverview | undefined> => {
    const rows = await select()
      .where('templates.id', '=', id)
      .where('templates.accountId', '=', accountId)
      .execute();
    return (await overviews(rows))[0];
  };

  return {
    findIn,

    /** Adds a template without styles. */
    async insert(accountId: string, name: string): Promise<TemplateGroup> {
      const template = { id: newId('tpl'), accountId, name, createdAtMs: nowMs() };
      await db
        .insertInto('templates')
        .values({ ...template, updatedAtMs: template.createdAtMs })
        .execute();
      return template;
    },

    /** Templates whose name contains `q`, newest first. */
    async list(
      accountId: string,
      { q }: { q?: string },
      page: PageRequest,
    ): Promise<TemplateOverview[]> {
      const query = select()
        .where('templates.accountId', '=', accountId)
        .$if(q !== undefined, (templates) =>
          templates.where(containing(db, 'templates.name', q ?? '')),
        );
      return overviews(await newestFirst(query, 'templates', page).execute());
    },

    /** Renames a template. The caller has checked that it is the account's. */
    async rename(id: string, name: string): Promise<void> {
      await db
        .updateTable('templates')
        .set({ name, updatedAtMs: nowMs() })
        .where('id', '=', id)
        .execute();
    },

    /** Gives a name to the template and the style of a version if they have none, or that of the version. */
    async nameAfter(
      { templateId, templateStyleId, name: oldName }: VersionName,
      name: string,
    ): Promise<void> {
      await db
        .updateTable('templates')
        .set({ name })
        .where('id', '=', templateId)
        .where('name', 'in', ['', oldName])
        .execute();
      await db
        .updateTable('templateStyles')
        .set({ name })
        .where('id', '=', templateStyleId)
        .where('name', 'in', ['', oldName])
        .execute();
    },

    /** Notes that styles or versions of a template were added, renamed or removed. */
    async touch(id: string): Promise<void> {
      await db
        .updateTable('templates')
        .set({ updatedAtMs: nowMs() })
        .where('id', '=', id)
        .execute();
    },
  };
}

/** Returns the languages of the usable versions, by template. */
async function languagesOf(db: Connection, templates: readonly { id: string }[]) {
  if (templates.length === 0) return new Map<string, { language: string }[]>();
  const ids = templates.map(({ id }) => id);
  const rows = await db
    .selectFrom('templateStyleVersions')
    .select(['templateId', 'language'])
    .distinct()
    .where('templateId', 'in', ids)
    .where('deletedAtMs', 'is', null)
    .where('status', '=', 'edit_ready')
    .execute();
  return Map.groupBy(rows, (row) => row.templateId);
}

/** Returns the first error of an import's report; null without errors. */
function firstError({ errors }: TemplateVersion['report']): LatestVersion['error'] {
  return (errors?.[0] ?? null) as LatestVersion['error'];
}
