import { assert } from '../../base/index.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { versionPayload } from '../events/event-payload.ts';
import { appendEvent } from '../events/events.ts';
import type { PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { picked } from '../picked.ts';
import { prepared } from '../prepared.ts';
import { templateStylesOf } from './template-styles.ts';
import {
  FACTS,
  IMPORTING,
  NOTHING_IMPORTED,
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
export type ImportedAgain = { templateDigest: string; importerVersion: number } & Facts;
type Facts = Partial<Pick<TemplateVersion, (typeof FACTS)[number]>>;

const versionById = prepared((db) =>
  db
    .selectFrom('templateStyleVersions')
    .selectAll()
    .where('deletedAtMs', 'is', null)
    .where('id', '=', ''),
);

/** Returns the queries of template versions, without removed ones. */
export function templateVersionsOf(db: Connection, parts: RepositoryParts) {
  const { nowMs } = parts;
  const find = async (id: string): Promise<TemplateVersion | undefined> => {
    const [row] = await versionById(db, [id]);
    return row;
  };

  /**
   * Returns the template and the style that a new version belongs to, and creates those that it does not name.
   * Returns undefined if a named one is not the account's, or the style is not the template's.
   */
  const findOrCreatePlace = async (tx: Connection, version: NewVersion) => {
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
        .selectFrom('templateStyleVersions')
        .select('status')
        .where('id', '=', id)
        .where('deletedAtMs', 'is', null)
        .executeTakeFirst();
      return row?.status;
    },

    /**
     * Adds a version with the status `processing`, and creates the template and style that it does not name.
     * Returns undefined if a named template or style is not the account's, or the style is not the
     * template's.
     */
    async insert(version: NewVersion): Promise<TemplateVersion | undefined> {
      const timeMs = nowMs();
      return atomically(db, async (tx) => {
        const placed = await findOrCreatePlace(tx, version);
        if (!placed) return undefined;
        await tx
          .insertInto('templateStyleVersions')
          .values({
            ...picked(version, ['id', 'accountId', 'language', 'name', 'packageKey']),
            ...picked(version, ['packageLabel', 'digest', 'animation', 'theme']),
            ...placed,
            ...NOTHING_IMPORTED,
            status: 'processing',
            createdAtMs: timeMs,
            updatedAtMs: timeMs,
            storedBytes: version.packageBytes ?? 0,
          })
          .execute();
        return emitStatus(tx, version.id, parts);
      });
    },

    /**
     * Starts an import, and returns its epoch: results of earlier starts are refused from now on. Returns
     * undefined for a version whose import has ended.
     */
    async begin(id: string): Promise<number | undefined> {
      const row = await db
        .updateTable('templateStyleVersions')
        .set((e) => ({ epoch: e('epoch', '+', 1) }))
        .where('id', '=', id)
        .where('deletedAtMs', 'is', null)
        .where('status', 'in', IMPORTING)
        .returning('epoch')
        .executeTakeFirst();
      return row?.epoch;
    },

    /** Returns whether an import has not ended, and has not begun again since this epoch. */
    async isImporting(id: string, epoch: number): Promise<boolean> {
      const row = await db
        .selectFrom('templateStyleVersions')
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
        .updateTable('templateStyleVersions')
        .set((e) => ({ lateStarts: e('lateStarts', '+', 1) }))
        .where('id', '=', id)
        .where('epoch', '=', epoch)
        .returning('lateStarts')
        .executeTakeFirst();
      return row?.lateStarts ?? 0;
    },

    /** Lets a failed version be imported again. Returns false for a version in another status. */
    async retry(id: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('templateStyleVersions')
          .set({
            status: 'processing',
            report: { errors: [], warnings: [] },
            lateStarts: 0,
            updatedAtMs: nowMs(),
          })
          .where('id', '=', id)
          .where('status', '=', 'failed')
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await emitStatus(tx, id, parts);
        return numUpdatedRows > 0n;
      });
    },

    /**
     * Changes fields of a version, and writes an event if its status changes. With an epoch it changes only a
     * version whose import has not ended, and returns false for an old one.
     */
    async update(id: string, patch: Patch, epoch?: number): Promise<boolean> {
      return atomically(db, async (tx) => {
        const previousVersion = await templateVersionsOf(tx, parts).find(id);
        const { numUpdatedRows } = await tx
          .updateTable('templateStyleVersions')
          .set({ ...picked(patch, PATCHED), updatedAtMs: nowMs() })
          .where('id', '=', id)
          .$if(epoch !== undefined, (query) =>
            query.where('epoch', '=', epoch ?? 0).where('status', 'in', IMPORTING),
          )
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        if (
          previousVersion &&
          patch.status !== undefined &&
          patch.status !== previousVersion.status
        ) {
          await emitStatus(tx, id, parts);
        }
        return true;
      });
    },

    /**
     * Writes the result of another import of a version, if the version still has the import with the digest
     * `previousDigest`; else it changes nothing and returns false. `updated_at` changes only if an answer of
     * the API changes. If the editables change, the mappings of its sessions are parsed again.
     */
    async importAgain(
      id: string,
      { templateDigest, importerVersion, ...facts }: ImportedAgain,
      previousDigest: string | null,
    ): Promise<boolean> {
      return atomically(db, async (tx) => {
        const versions = templateVersionsOf(tx, parts);
        const version = await versions.find(id);
        if (version?.templateDigest !== previousDigest) return false;
        const changed = Object.entries(facts).filter(
          ([name, value]) =>
            JSON.stringify(version[name as keyof typeof facts]) !== JSON.stringify(value),
        );
        if (changed.length > 0) await versions.update(id, Object.fromEntries(changed));
        if (changed.some(([name]) => name === 'editables' || name === 'fonts')) {
          await tx
            .updateTable('mappings')
            .set({ parsed: null })
            .where('templateStyleVersionId', '=', id)
            .execute();
        }
        await tx
          .updateTable('templateStyleVersions')
          .set({ templateDigest, importerVersion })
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
        .selectFrom('templateStyleVersions')
        .select('id')
        .where('status', '=', 'edit_ready')
        .where('deletedAtMs', 'is', null)
        .where((e) =>
          e.or([
            e('importerVersion', 'is', null),
            e('importerVersion', '<', importerVersion),
            e('examples', 'is', null),
            e('packageFonts', 'is', null),
          ]),
        )
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    },

    /** Returns the ids of versions whose import has not ended, in all accounts. */
    async unfinished(): Promise<string[]> {
      const rows = await db
        .selectFrom('templateStyleVersions')
        .select('id')
        .where('deletedAtMs', 'is', null)
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
  parts: RepositoryParts,
): Promise<TemplateVersion> {
  const version = await templateVersionsOf(tx, parts).find(id);
  assert(version, `${id} has just been changed`);
  const { type, data, files } = versionPayload(parts.forms, version);
  const { accountId } = version;
  await appendEvent(tx, { accountId, type, subjectId: id, data, files }, { nowMs: parts.nowMs });
  return version;
}

const PATCHED = [
  ...FACTS,
  'name',
  'language',
  'status',
  'importerVersion',
  'templateDigest',
] as const;

type Patch = Partial<Pick<TemplateVersion, (typeof PATCHED)[number]>>;
