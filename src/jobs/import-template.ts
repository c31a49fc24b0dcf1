import { join } from 'node:path';
import { AppError, hinted } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { type StoredAgain, templateKey } from '../produce/index.ts';
import { isHandedBack } from '../queue/index.ts';
import { waitsForStore } from '../storage/index.ts';
import { isAway, stubbornly, toAppError } from '../system/index.ts';
import { nameOfFile, toReportEntry } from '../template/index.ts';
import type { JobContext } from './job-context.ts';
import { measureVersion } from './stored-bytes.ts';

type Importing = {
  version: TemplateVersion;
  /** Only the last start of an import may write. */
  epoch: number;
  context: JobContext;
  signal: AbortSignal;
};

/** Starts of an import, or of its retry, that may end late. Starts that end otherwise are not counted. */
const MAX_LATE_STARTS = 4;
/** Interval at which an import notices that it was ended. */
const LOOK_MS = 1000;
const ENDED = new AppError('canceled', 'The import was ended, or another process does it by now.');
/** A retry by the client imports the same package again. */
const TRY_AGAIN =
  'The package may be right. Try again when the machine is less busy: POST /v2/template_style_versions/:id/retry.';

/** The job of an import: reads the package of a version, and draws its stills and demo video. */
export async function runImport(
  id: string,
  context: JobContext,
  stopping: AbortSignal,
): Promise<void> {
  const { db, store } = context;
  const epoch = await db.templateVersions.begin(id);
  const version = await db.templateVersions.find(id);
  if (!version || epoch === undefined) return;
  const ended = new AbortController();
  const signal = AbortSignal.any([stopping, ended.signal]);
  const importing = { version, epoch, context, signal };
  using _watching = watchForEnd({ id, epoch }, context, () => ended.abort(ENDED));
  try {
    signal.throwIfAborted();
    if (version.status === 'processing') await readTemplateVersion(importing);
    signal.throwIfAborted();
    const named = (await db.templateVersions.find(id)) ?? version;
    await drawTemplateVersion({ ...importing, version: named });
  } catch (error) {
    // The job is repeated when the database or the store can be reached again.
    if (isHandedBack(stopping) || isAway(error)) throw error;
    if (await waitsForStore(error, id, store)) throw error;
    // The machine was busy, which says nothing about the package: the queue runs the job again after a pause.
    const isLate = toAppError(error).code === 'render_timeout' && !signal.aborted;
    if (isLate && (await countLate(importing)) < MAX_LATE_STARTS) throw error;
    await failTemplateVersion(importing, error);
  }
  // Its account was deleted. The job may have stored a file after its files were removed.
  if (!(await db.templateVersions.find(id))) await store.removePrefix(`versions/${id}`);
  await measureVersion(id, context);
}

/**
 * Calls `then`, maybe more than once, when an import has ended otherwise or another process does it by now.
 * Looks at intervals until it is disposed.
 */
function watchForEnd(
  { id, epoch }: { id: string; epoch: number },
  { db, log }: Pick<JobContext, 'db' | 'log'>,
  then: () => void,
): Disposable {
  const timer = setInterval(() => {
    db.templateVersions.isImporting(id, epoch).then(
      (isImporting) => isImporting || then(),
      (err: unknown) => log.warn({ err, versionId: id }, 'an import could not be read'),
    );
  }, LOOK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Counts a start that ended late. Returns how many there were since the upload or the last retry. */
function countLate({ version, epoch, context, signal }: Importing): Promise<number> {
  return stubbornly(() => context.db.templateVersions.countLate(version.id, epoch), signal);
}

/** Imports the package, and stores the import, size, editables, fonts and report. Throws the faults that stop it. */
async function readTemplateVersion({ version, epoch, context, signal }: Importing): Promise<void> {
  const { db, isolated, workFolder } = context;
  const folder = join(workFolder, version.id);
  const { name: ownName, facts, warnings } = await isolated.readTemplate(version, folder, signal);
  const name = version.name || nameInWords(ownName, version.packageLabel);
  const patch = {
    status: 'demo_rendering' as const,
    ...facts,
    report: { errors: [], warnings },
    ...(version.name !== name && { name }),
  };
  const write = () =>
    db.transaction(async (tx) => {
      await tx.templates.nameAfter(version, name);
      await tx.templateVersions.update(version.id, patch, epoch);
    });
  await stubbornly(write, signal);
}

/** Returns the name of a package; one that is named after its file gets that name in words. */
function nameInWords(ownName: string, label: string): string {
  return ownName === label.replace(/\.\w+$/, '') ? nameOfFile(label) : ownName;
}

/** Draws the stills and a small demo video with the template's own content. Then the version is ready. */
async function drawTemplateVersion({ version, epoch, context, signal }: Importing): Promise<void> {
  const { db, isolated, workFolder } = context;
  const drawnFiles = await isolated.drawTemplate(version, join(workFolder, version.id), signal);
  const ready = { status: 'edit_ready' as const, ...drawnFiles };
  await stubbornly(() => db.templateVersions.update(version.id, ready, epoch), signal);
}

/** Ends an import that cannot succeed, with the reasons in the report. */
async function failTemplateVersion(
  { version, epoch, context, signal }: Importing,
  error: unknown,
): Promise<void> {
  const reported: AppError = toAppError(error);
  context.log.warn(
    { versionId: version.id, code: reported.code, cause: reported.cause },
    reported.message,
  );
  const errors = reported.faults.map((fault) =>
    toReportEntry({ ...fault, ...(fault.code === 'render_timeout' && hinted(TRY_AGAIN)) }),
  );
  const failed = {
    status: 'failed' as const,
    report: { errors, warnings: version.report.warnings },
  };
  // Nothing could be read that has a better name.
  const name = version.name || nameOfFile(version.packageLabel);
  const write = () =>
    context.db.transaction(async (tx) => {
      await tx.templates.nameAfter(version, name);
      await tx.templateVersions.update(version.id, { ...failed, name }, epoch);
    });
  await stubbornly(write, signal);
}

/**
 * Writes a new import to the row of a version. An isolated process stored it because it could not read the
 * import of the row. The report stays unchanged, because only the first import reports warnings about audio.
 * A failure is only logged: the next task imports the version again.
 */
export async function keepImport(
  versionId: string,
  { before: previousDigest, imported, reason }: StoredAgain,
  context: Pick<JobContext, 'db' | 'store' | 'log'>,
): Promise<void> {
  const { db, store, log } = context;
  const { importerVersion, templateDigest } = imported;
  try {
    if (previousDigest === null)
      log.info({ versionId, importerVersion }, 'stored the import of a version');
    else log.warn({ versionId, importerVersion, reason }, 'imported a version again');
    const isKept = await db.templateVersions.importAgain(versionId, imported, previousDigest);
    const version = await db.templateVersions.find(versionId);
    if (!version) return await store.removePrefix(`versions/${versionId}`);
    const current = version.templateDigest;
    // If another process was first, this import is not needed. Only the import that the row names stays in the
    // store.
    const stale = isKept ? previousDigest : templateDigest;
    if (stale !== null && stale !== current) await store.remove(templateKey(versionId, stale));
    await measureVersion(versionId, context);
  } catch (error) {
    log.error({ err: error, versionId }, 'the new import of a version could not be stored');
  }
}
