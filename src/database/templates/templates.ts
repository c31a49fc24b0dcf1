import { sql } from 'kysely';
import { newId, type Worded } from '../../base/index.ts';
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
  error: (Worded & { code: string }) | null;
};

/** The newest version of a template that can be used. Poster and demo are storage keys. */
export type ReadyVersion = Pick<
  TemplateVersion,
  'id' | 'width' | 'height' | 'fps' | 'frameCount' | 'demoVideoKey'
> & { posterKey: string | null; isFillable: boolean };

/** The size of a frame in pixels. */
export type FrameSize = { width: number; height: number };

/**
 * A template with the number of its styles and versions, and the languages and sizes of its usable versions.
 */
export type TemplateOverview = TemplateGroup & {
  styleCount: number;
  versionCount: number;
  languages: string[];
  sizes: FrameSize[];
  readyVersion: ReadyVersion | null;
  latestVersion: LatestVersion | null;
  updatedAtMs: number;
};

export const TEMPLATE_SHAPES = ['landscape', 'square', 'portrait'] as const;

export type TemplateShape = (typeof TEMPLATE_SHAPES)[number];

/** `isReady`: whether the template has a version that can be used. `shape`: such a version has it. */
export type TemplateFilter = { q?: string; isReady?: boolean; shape?: TemplateShape };

const READY = sql<boolean>`exists (
  select 1 from template_style_versions as v
  where v.template_id = templates.id and v.deleted_at is null and v.status = 'edit_ready')`;

const SIDES = { landscape: sql`>`, square: sql`=`, portrait: sql`<` };

function isOfShape(shape: TemplateShape) {
  return sql<boolean>`exists (
    select 1 from template_style_versions as v
    where v.template_id = templates.id and v.deleted_at is null and v.status = 'edit_ready'
      and v.width ${SIDES[shape]} v.height)`;
}

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
            .select(['width', 'height', 'fps', 'frameCount'])
            .where('id', 'in', ids)
            .execute();
    const versionById = new Map(versions.map((version) => [version.id, version]));
    const formsByTemplate = await formsOf(db, rows);
    return rows.map((row) => {
      const { newestId, latestId, updatedAtMs, versionsUpdatedAtMs, ...template } = row;
      const ready = versionById.get(newestId ?? '');
      const latest = versionById.get(latestId ?? '');
      const forms = formsByTemplate.get(row.id) ?? [];
      return {
        ...template,
        languages: [...new Set(forms.map(({ language }) => language))].sort(),
        sizes: sizesOf(forms),
        readyVersion: ready ? readyVersionOf(ready) : null,
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

    /** Templates that match, newest first. */
    async list(
      accountId: string,
      { q, isReady, shape }: TemplateFilter,
      page: PageRequest,
    ): Promise<TemplateOverview[]> {
      const query = select()
        .where('templates.accountId', '=', accountId)
        .$if(q !== undefined, (templates) =>
          templates.where(containing(db, 'templates.name', q ?? '')),
        )
        .$if(isReady !== undefined, (templates) =>
          templates.where(isReady ? READY : sql<boolean>`not ${READY}`),
        )
        .$if(shape !== undefined, (templates) => templates.where(isOfShape(shape ?? 'square')));
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

    /** Gives a name to the template and the style of a version if they have none. */
    async nameAfter(
      { templateId, templateStyleId }: { templateId: string; templateStyleId: string },
      name: string,
    ): Promise<void> {
      await db
        .updateTable('templates')
        .set({ name })
        .where('id', '=', templateId)
        .where('name', '=', '')
        .execute();
      await db
        .updateTable('templateStyles')
        .set({ name })
        .where('id', '=', templateStyleId)
        .where('name', '=', '')
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

/** Returns the languages and sizes of the usable versions, by template. */
async function formsOf(db: Connection, templates: readonly { id: string }[]) {
  if (templates.length === 0) return new Map<string, never[]>();
  const ids = templates.map(({ id }) => id);
  const rows = await db
    .selectFrom('templateStyleVersions')
    .select(['templateId', 'language', 'width', 'height'])
    .distinct()
    .where('templateId', 'in', ids)
    .where('deletedAtMs', 'is', null)
    .where('status', '=', 'edit_ready')
    .execute();
  return Map.groupBy(rows, (row) => row.templateId);
}

/** Returns the different sizes, the widest shape first. */
function sizesOf(forms: readonly { width: number | null; height: number | null }[]): FrameSize[] {
  const sizes = new Map<string, FrameSize>();
  for (const { width, height } of forms)
    if (width !== null && height !== null) sizes.set(`${width}x${height}`, { width, height });
  return [...sizes.values()].sort(
    (a, b) => b.width / b.height - a.width / a.height || b.width - a.width,
  );
}

type ImportWarning = { code: string };

type ReadyRow = Omit<ReadyVersion, 'posterKey' | 'isFillable'> &
  Pick<TemplateVersion, 'stillcuts' | 'report'>;

function readyVersionOf(row: ReadyRow): ReadyVersion {
  const { id, width, height, fps, frameCount, demoVideoKey, stillcuts, report } = row;
  const posterKey = Object.values(stillcuts)[0] ?? null;
  // Unlike the report, the editables of a version may be large.
  const isFillable = !(report.warnings as ImportWarning[] | undefined)?.some(
    ({ code }) => code === 'no_editables',
  );
  return { id, width, height, fps, frameCount, demoVideoKey, posterKey, isFillable };
}

/** Returns the first error of an import's report; null without errors. */
function firstError({ errors }: TemplateVersion['report']): LatestVersion['error'] {
  return (errors?.[0] ?? null) as LatestVersion['error'];
}
