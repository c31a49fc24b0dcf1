import { assert } from '../../base/index.ts';
import { versionPayload } from '../events/event-payload.ts';
import { eventsOf } from '../events/events.ts';
import type { PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { prepared } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import { templateStylesOf } from './template-styles.ts';
import {
  IMPORTING,
  type TemplateVersion,
  type VersionStatus,
  type VersionSummary,
} from './template-version.ts';
import { templatesOf } from './templates.ts';
import { listVersions, type VersionFilter } from './version-list.ts';

export type NewVersion = Pick<
  TemplateVersion,
  'id' | 'accountId' | 'language' | 'name' | 'packageKey' | 'packageLabel' | 'digest'
> & {
  templateId?: string;
  templateStyleId?: string;
  animation?: string | undefined;
  theme?: string | undefined;
  packageBytes?: number;
};

/** The part of an import's result that the database stores. */
export type ImportedAgain = { templateDigest: string; importerVersion: number } & Partial<
  Pick<
    TemplateVersion,
    | 'width'
    | 'height'
    | 'fps'
    | 'frameCount'
    | 'editables'
    | 'fonts'
    | 'packageFonts'
    | 'report'
    | 'stillcuts'
    | 'demoVideoKey'
    | 'examples'
  >
>;

const versionById = prepared((db) =>
  db
    .selectFrom('template_style_versions')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('id', '=', ''),
);

export function templateVersionsOf(db: Connection, nowMs: () => number) {
  const find = async (id: string): Promise<TemplateVersion | undefined> => {
    const [row] = await versionById(db, [id]);
    return row && fromRow(row);
  };

  /** The template and the style that a new version belongs to. */
  const place = async (tx: Connection, version: NewVersion) => {
    const { accountId, name } = version;
    const [templates, styles] = [templatesOf(tx, nowMs), templateStylesOf(tx, nowMs)];
    if (version.templateStyleId !== undefined) {
      const style = await styles.findIn(accountId, version.templateStyleId);
      if (!style || (version.templateId ?? style.templateId) !== style.templateId) return undefined;
      await templates.touch(style.templateId);
      return { templateId: style.templateId, templateStyleId: style.id };
    }
    const template =
      version.templateId === undefined
        ? await templates.insert(accountId, name)
        : await templates.findIn(accountId, version.templateId);
    if (!template) return undefined;
    await templates.touch(template.id);
    const style = await styles.insert(accountId, template.id, name);
    return { templateId: template.id, templateStyleId: style.id };
  };

  return {
    find,

    async findIn(accountId: string, id: string): Promise<TemplateVersion | undefined> {
      const version = await find(id);
      return version?.accountId === accountId ? version : undefined;
    },

    /** Returns an account's versions, newest first. */
    list(accountId: string, filter: VersionFilter, page: PageRequest): Promise<VersionSummary[]> {
      return listVersions(db, accountId, filter, page);
    },

    /** Returns the status of a version; undefined for a removed version. */
    async statusOf(id: string): Promise<VersionStatus | undefined> {
      const row = await db
        .selectFrom('template_style_versions')
        .select('status')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row?.status as VersionStatus | undefined;
    },

    /**
     * Adds a version with the status `processing`, and creates the template and style that it does not name.
     * Returns undefined if a named template or style is not the account's, or the style is not the
     * template's.
     */
    async insert(version: NewVersion): Promise<TemplateVersion | undefined> {
      const { accountId, name } = version;
      const now = nowMs();
      return atomically(db, async (tx) => {
        const placed = await place(tx, version);
        if (!placed) return undefined;
        await tx
          .insertInto('template_style_versions')
          .values({
            id: version.id,
            account_id: accountId,
            template_id: placed.templateId,
            template_style_id: placed.templateStyleId,
            language: version.language,
            name,
            status: 'processing',
            package_key: version.packageKey,
            package_label: version.packageLabel,
            digest: version.digest,
            width: null,
            height: null,
            fps: null,
            frame_count: null,
            editables: '{}',
            fonts: '[]',
            stillcuts: '{}',
            demo_video_key: null,
            report: '{"errors":[],"warnings":[]}',
            created_at: now,
            updated_at: now,
            stored_bytes: version.packageBytes ?? 0,
            importer_version: null,
            template_digest: null,
            deleted_at: null,
            examples: null,
            animation: version.animation ?? null,
            theme: version.theme ?? null,
            epoch: 0,
            late_starts: 0,
            package_fonts: null,
          })
          .execute();
        return emitStatus(tx, version.id, nowMs);
      });
    },

    /**
     * Starts an import, and returns its epoch: results of earlier starts are refused from now on. Returns
     * undefined for a version whose import has ended.
     */
    async begin(id: string): Promise<number | undefined> {
      const row = await db
        .updateTable('template_style_versions')
        .set((e) => ({ epoch: e('epoch', '+', 1) }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where('status', 'in', IMPORTING)
        .returning('epoch')
        .executeTakeFirst();
      return row?.epoch;
    },

    /** Returns whether an import has not ended, and has not begun again since this epoch. */
    async isImporting(id: string, epoch: number): Promise<boolean> {
      const row = await db
        .selectFrom('template_style_versions')
        .select('id')
        .where('id', '=', id)
        .where('epoch', '=', epoch)
        .where('status', 'in', IMPORTING)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Counts a start that ended late. Returns how many there were since the upload or the last retry. */
    async countLate(id: string, epoch: number): Promise<number> {
      const row = await db
        .updateTable('template_style_versions')
        .set((e) => ({ late_starts: e('late_starts', '+', 1) }))
        .where('id', '=', id)
        .where('epoch', '=', epoch)
        .returning('late_starts')
        .executeTakeFirst();
      return row?.late_starts ?? 0;
    },

    /** Lets a failed version be imported again. Returns false for a version in another status. */
    async retry(id: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('template_style_versions')
          .set({
            ...columnsOf({ status: 'processing', report: { errors: [], warnings: [] } }),
            late_starts: 0,
            updated_at: nowMs(),
          })
          .where('id', '=', id)
          .where('status', '=', 'failed')
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await emitStatus(tx, id, nowMs);
        return numUpdatedRows > 0n;
      });
    },

    /** With an epoch it changes only a version whose import has not ended, and returns false for an old one. */
    async update(id: string, patch: Patch, epoch?: number): Promise<boolean> {
      return atomically(db, async (tx) => {
        const before = await templateVersionsOf(tx, nowMs).find(id);
        const { numUpdatedRows } = await tx
          .updateTable('template_style_versions')
          .set({
            ...columnsOf(patch),
            updated_at: nowMs(),
          })
          .where('id', '=', id)
          .$if(epoch !== undefined, (query) =>
            query.where('epoch', '=', epoch ?? 0).where('status', 'in', IMPORTING),
          )
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (before && patch.status !== undefined && patch.status !== before.status) {
          await emitStatus(tx, id, nowMs);
        }
        return true;
      });
    },

    /**
     * Writes the result of another import of a version, if the version still has the import with the digest
     * `before`; else it changes nothing and returns false. `updated_at` changes only if an answer of the API
     * changes. If the editables change, the mappings of its sessions are parsed again.
     */
    async importAgain(
      id: string,
      { templateDigest, importerVersion, ...facts }: ImportedAgain,
      before: string | null,
    ): Promise<boolean> {
      return atomically(db, async (tx) => {
        const versions = templateVersionsOf(tx, nowMs);
        const version = await versions.find(id);
        if (version?.templateDigest !== before) return false;
        const changed = Object.entries(facts).filter(
          ([name, value]) =>
            JSON.stringify(version[name as keyof typeof facts]) !== JSON.stringify(value),
        );
        if (changed.length > 0) await versions.update(id, Object.fromEntries(changed));
        if (changed.some(([name]) => name === 'editables' || name === 'fonts')) {
          await tx
            .updateTable('mappings')
            .set({ parsed: null })
            .where('template_style_version_id', '=', id)
            .execute();
        }
        await tx
          .updateTable('template_style_versions')
          .set({ template_digest: templateDigest, importer_version: importerVersion })
          .where('id', '=', id)
          .execute();
        return true;
      });
    },

    /**
     * Returns the ids of all usable versions that have no stored import, one of an older importer, or no
     * examples or list of their package's fonts.
     */
    async importedBefore(importerVersion: number): Promise<string[]> {
      const rows = await db
        .selectFrom('template_style_versions')
        .select('id')
        .where('status', '=', 'edit_ready')
        .where('deleted_at', 'is', null)
        .where((e) =>
          e.or([
            e('importer_version', 'is', null),
            e('importer_version', '<', importerVersion),
            e('examples', 'is', null),
            e('package_fonts', 'is', null),
          ]),
        )
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },

    /** Returns the ids of versions whose import has not ended. */
    async unfinished(): Promise<string[]> {
      const rows = await db
        .selectFrom('template_style_versions')
        .select('id')
        .where('deleted_at', 'is', null)
        .where('status', 'in', IMPORTING)
        .execute();
      return rows.map((row) => row.id);
    },
  };
}

/** Writes the event of a version's new status, in the transaction that has set the status. */
async function emitStatus(
  tx: Connection,
  id: string,
  nowMs: () => number,
): Promise<TemplateVersion> {
  const version = await templateVersionsOf(tx, nowMs).find(id);
  assert(version, `${id} has just been changed`);
  const { data, files } = versionPayload(version);
  await eventsOf(tx, nowMs).append({
    accountId: version.accountId,
    type: 'template_style_version.status.changed',
    subjectId: id,
    data,
    files,
  });
  return version;
}

function fromRow(row: Tables['template_style_versions']): TemplateVersion {
  return {
    id: row.id,
    accountId: row.account_id,
    templateId: row.template_id,
    templateStyleId: row.template_style_id,
    language: row.language,
    name: row.name,
    status: row.status as VersionStatus,
    packageKey: row.package_key,
    packageLabel: row.package_label,
    digest: row.digest,
    animation: row.animation,
    theme: row.theme,
    width: row.width,
    height: row.height,
    fps: row.fps,
    frameCount: row.frame_count,
    editables: JSON.parse(row.editables) as Record<string, unknown>,
    fonts: JSON.parse(row.fonts) as string[],
    packageFonts: row.package_fonts === null ? null : (JSON.parse(row.package_fonts) as string[]),
    stillcuts: JSON.parse(row.stillcuts) as Record<string, string>,
    demoVideoKey: row.demo_video_key,
    report: JSON.parse(row.report) as TemplateVersion['report'],
    importerVersion: row.importer_version,
    templateDigest: row.template_digest,
    examples: row.examples === null ? null : (JSON.parse(row.examples) as Record<string, string>),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}

type Patch = Partial<Omit<TemplateVersion, 'id' | 'accountId' | 'createdAtMs' | 'updatedAtMs'>>;

function columnsOf(patch: Patch) {
  return {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.language !== undefined && { language: patch.language }),
    ...(patch.status !== undefined && { status: patch.status }),
    ...(patch.width !== undefined && { width: patch.width }),
    ...(patch.height !== undefined && { height: patch.height }),
    ...(patch.fps !== undefined && { fps: patch.fps }),
    ...(patch.frameCount !== undefined && { frame_count: patch.frameCount }),
    ...(patch.editables !== undefined && { editables: JSON.stringify(patch.editables) }),
    ...(patch.fonts !== undefined && { fonts: JSON.stringify(patch.fonts) }),
    ...(patch.packageFonts && { package_fonts: JSON.stringify(patch.packageFonts) }),
    ...(patch.stillcuts !== undefined && { stillcuts: JSON.stringify(patch.stillcuts) }),
    ...(patch.demoVideoKey !== undefined && { demo_video_key: patch.demoVideoKey }),
    ...(patch.examples !== undefined && { examples: JSON.stringify(patch.examples) }),
    ...(patch.report !== undefined && { report: JSON.stringify(patch.report) }),
    ...(patch.importerVersion !== undefined && { importer_version: patch.importerVersion }),
    ...(patch.templateDigest !== undefined && { template_digest: patch.templateDigest }),
  };
}
