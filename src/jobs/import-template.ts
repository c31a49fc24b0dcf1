import { join } from 'node:path';
import type { AppError } from '../base/index.ts';
import { IMPORTING, type TemplateVersion } from '../database/index.ts';
import { isHandedBack } from '../queue/index.ts';
import { toAppError } from '../system/index.ts';
import { toReportEntry } from '../template/index.ts';
import type { JobContext } from './job-context.ts';
import { measureVersion } from './stored-bytes.ts';

/** The job of an import: reads the package of a version, and draws its stills and demo video. */
export async function runImport(
  id: string,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const { db } = context;
  const version = await db.templateVersions.find(id);
  if (!version || !IMPORTING.includes(version.status)) return;
  try {
    if (version.status === 'processing') await readTemplateVersion(version, context, signal);
    signal.throwIfAborted();
    const named = (await db.templateVersions.find(id)) ?? version;
    await drawTemplateVersion(named, context, signal);
  } catch (error) {
    if (isHandedBack(signal)) throw error;
    await failTemplateVersion(version, error, context);
  }
  await measureVersion(id, context);
}

/** Imports the package, and stores the import, size, editables, fonts and report. Throws the faults that stop it. */
async function readTemplateVersion(
  version: TemplateVersion,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(context.workFolder, version.id);
  const { name, facts, warnings } = await context.isolated.readTemplate(version, folder, signal);
  await context.db.transaction(async (tx) => {
    await tx.templates.nameAfter(version, version.name || name);
    await tx.templateVersions.update(version.id, {
      status: 'demo_rendering',
      ...facts,
      report: { errors: [], warnings },
      ...(version.name === '' && { name }),
    });
  });
}

/** Draws the stills and a small demo video with the template's own content. Then the version is ready. */
async function drawTemplateVersion(
  version: TemplateVersion,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(context.workFolder, version.id);
  const drawn = await context.isolated.drawTemplate(version, folder, signal);
  await context.db.templateVersions.update(version.id, { status: 'edit_ready', ...drawn });
}

/** Ends an import that cannot succeed, with the reasons in the report. */
async function failTemplateVersion(
  version: TemplateVersion,
  error: unknown,
  context: JobContext,
): Promise<void> {
  const reported: AppError = toAppError(error);
  context.log.warn(
    { versionId: version.id, code: reported.code, cause: reported.cause },
    reported.message,
  );
  await context.db.templateVersions.update(version.id, {
    status: 'failed',
    report: { errors: reported.faults.map(toReportEntry), warnings: version.report.warnings },
  });
}
