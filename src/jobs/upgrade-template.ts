import { AppError } from '../base/index.ts';
import { type TemplateVersion, versionRemovedError } from '../database/index.ts';
import { templateKey } from '../produce/index.ts';
import {
  compareEditables,
  type EditableChanges,
  type Editables,
  lostEditables,
  type ReportEntry,
} from '../template/index.ts';
import type { JobContext } from './job-context.ts';
import { measureVersion } from './stored-bytes.ts';

export type UpgradeContext = Pick<JobContext, 'db' | 'store' | 'isolated'> & {
  /** A folder that only this upgrade uses. It is removed afterwards. */
  folder: string;
  /** Also removes editables that mappings fill. */
  force: boolean;
};

/** The differences that an upgrade made, or would have made. */
export type Upgrade = {
  importerVersion: number;
  editables: EditableChanges;
  /** Messages of the report. */
  warnings: { added: string[]; removed: string[] };
  /**
   * The number of mappings that fill an editable that would be removed. If there are any, the version changes
   * only when forced.
   */
  mappingsLeftOver: number;
  isDone: boolean;
};

/**
 * Imports a version's package again with the current importer, draws its stills and demo video again, and
 * writes the result to the version. A service on the same data folder uses the result from its next task on.
 * Throws the faults of the import; the version then stays unchanged.
 */
export async function upgradeTemplate(
  version: TemplateVersion,
  { db, store, isolated, folder, force }: UpgradeContext,
  signal: AbortSignal,
): Promise<Upgrade> {
  requireReady(version);
  const { id, templateDigest: previousDigest } = version;
  const { facts, warnings } = await isolated.readTemplate(version, folder, signal);
  const editables = compareEditables(version.editables as Editables, facts.editables);
  const mappingsLeftOver = await db.mappings.countFilling(id, lostEditables(editables));
  const upgrade = {
    importerVersion: facts.importerVersion,
    editables,
    warnings: compareMessages(version.report.warnings as ReportEntry[], warnings),
    mappingsLeftOver,
  };
  /** Removes an import that the version does not use; all files of a version that was removed. */
  const discard = async (templateDigest: string | null) => {
    const current = await db.templateVersions.find(id);
    if (!current) return store.removePrefix(`versions/${id}`);
    if (templateDigest !== null && templateDigest !== current.templateDigest)
      await store.remove(templateKey(id, templateDigest));
  };
  if (mappingsLeftOver > 0 && !force) {
    await discard(facts.templateDigest);
    return { ...upgrade, isDone: false };
  }
  const drawnFiles = await isolated
    .drawTemplate({ ...version, ...facts }, folder, signal)
    .catch(async (error: unknown) => {
      await discard(facts.templateDigest);
      throw error;
    });
  const report = { errors: [], warnings };
  const isKept = await db.templateVersions.importAgain(
    id,
    { ...facts, ...drawnFiles, report },
    previousDigest,
  );
  if (!isKept) {
    await discard(facts.templateDigest);
    if (!(await db.templateVersions.find(id))) throw versionRemovedError(id);
    throw new AppError('conflict', `The version ${id} was imported again by another process.`, {
      hint: 'Run the command again.',
    });
  }
  await discard(previousDigest);
  const newKeys = new Set(
    [drawnFiles.stillcuts, drawnFiles.examples].flatMap((keys) => Object.values(keys)),
  );
  for (const key of [version.stillcuts, version.examples ?? {}].flatMap((keys) =>
    Object.values(keys),
  ))
    if (!newKeys.has(key)) await store.remove(key);
  await measureVersion(id, { db, store });
  return { ...upgrade, isDone: true };
}

/** Throws `conflict` for a version whose import has not succeeded. */
function requireReady({ id, status }: TemplateVersion): void {
  if (status === 'edit_ready') return;
  const hint =
    status === 'failed' ? 'Upload the package again.' : 'Wait until its import has ended.';
  throw new AppError('conflict', `The version ${id} has the status ${status}.`, { hint });
}

/** Returns the messages that only the new report has, and those that only the old one has. */
function compareMessages(oldReport: readonly ReportEntry[], newReport: readonly ReportEntry[]) {
  const [oldMessages, newMessages] = [oldReport, newReport].map((report) =>
    report.map(({ message }) => message),
  );
  const without = (messages: string[] = [], others: string[] = []) => {
    const otherMessages = new Set(others);
    return messages.filter((message) => !otherMessages.has(message));
  };
  return { added: without(newMessages, oldMessages), removed: without(oldMessages, newMessages) };
}
