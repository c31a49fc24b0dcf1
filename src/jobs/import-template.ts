import { join } from 'node:path';
import type { AppError } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { toAppError } from '../system/index.ts';
import { toReportEntry } from '../template/index.ts';
import type { JobContext } from './job-context.ts';

/** Imports the package, and stores the import, size, editables, fonts and report. Throws the faults that stop it. */
export async function readTemplateVersion(
  version: TemplateVersion,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(context.workFolder, version.id);
  const { name, facts, warnings } = await context.isolated.readTemplate(version, folder, signal);
  await context.db.templateVersions.update(version.id, {
    status: 'demo_rendering',
    ...facts,
    report: { errors: [], warnings },
    ...(version.name === '' && { name }),
  });
}

/** Draws the stills and a small demo video with the template's own content, and opens the version for use. */
export async function drawTemplateVersion(
  version: TemplateVersion,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(context.workFolder, version.id);
  const drawn = await context.isolated.drawTemplate(version, folder, signal);
  await context.db.templateVersions.update(version.id, { status: 'edit_ready', ...drawn });
}

/** Ends an import that cannot succeed, with the reasons in the report. */
export async function failTemplateVersion(
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
