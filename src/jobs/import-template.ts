import { join } from 'node:path';
import type { AppError } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { isHandedBack } from '../queue/index.ts';
import { waitsForStore } from '../storage/index.ts';
import { isAway, stubbornly, toAppError } from '../system/index.ts';
import { toReportEntry } from '../template/index.ts';
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
/** A retry by the client imports the same package again. */
const TRY_AGAIN =
  'The package may be right. Try again when the machine is less busy: POST /v2/template_style_versions/:id/retry.';

/** The job of an import: reads the package of a version, and draws its stills and demo video. */
export async function runImport(
  id: string,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context;
  const epoch = await db.templateVersions.begin(id);
  const version = await db.templateVersions.find(id);
  if (!version || epoch === undefined) return;
  const importing = { version, epoch, context, signal };
  try {
    signal.throwIfAborted();
    if (version.status === 'processing') await readTemplateVersion(importing);
    signal.throwIfAborted();
    const named = (await db.templateVersions.find(id)) ?? version;
    await drawTemplateVersion({ ...importing, version: named });
  } catch (error) {
    // The job is repeated when the database or the store can be reached again.
    if (isHandedBack(signal) || isAway(error)) throw error;
    if (await waitsForStore(error, id, context.store)) throw error;
    // The machine was busy, which says nothing about the package: the queue runs the job again after a pause.
    const isLate = toAppError(error).code === 'render_timeout' && !signal.aborted;
    if (isLate && (await countLate(importing)) < MAX_LATE_STARTS) throw error;
    await failTemplateVersion(importing, error);
  }
  await measureVersion(id, context);
}

function countLate({ version, epoch, context, signal }: Importing): Promise<number> {
  return stubbornly(() => context.db.templateVersions.countLate(version.id, epoch), signal);
}

/** Imports the package, and stores the import, size, editables, fonts and report. Throws the faults that stop it. */
async function readTemplateVersion({ version, epoch, context, signal }: Importing): Promise<void> {
  const { db, isolated, workFolder } = context;
  const folder = join(workFolder, version.id);
  const { name, facts, warnings } = await isolated.readTemplate(version, folder, signal);
  const patch = {
    status: 'demo_rendering' as const,
    ...facts,
    report: { errors: [], warnings },
    ...(version.name === '' && { name }),
  };
  const write = () =>
    db.transaction(async (tx) => {
      await tx.templates.nameAfter(version, version.name || name);
      await tx.templateVersions.update(version.id, patch, epoch);
    });
  await stubbornly(write, signal);
}

/** Draws the stills and a small demo video with the template's own content. Then the version is ready. */
async function drawTemplateVersion({ version, epoch, context, signal }: Importing): Promise<void> {
  const { db, isolated, workFolder } = context;
  const drawn = await isolated.drawTemplate(version, join(workFolder, version.id), signal);
  const ready = { status: 'edit_ready' as const, ...drawn };
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
    toReportEntry({ ...fault, ...(fault.code === 'render_timeout' && { hint: TRY_AGAIN }) }),
  );
  const failed = {
    status: 'failed' as const,
    report: { errors, warnings: version.report.warnings },
  };
  await stubbornly(() => context.db.templateVersions.update(version.id, failed, epoch), signal);
}
