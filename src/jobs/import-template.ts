import { join } from 'node:path';
import { type AppError, toAppError } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { toReportEntry } from '../template/index.ts';
import type { Workshop } from './job-context.ts';

/** Reads the package and stores what it says: size, editables, fonts, report. Throws what stops it. */
export async function readTemplateVersion(
  version: TemplateVersion,
  shop: Workshop,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(shop.workFolder, version.id);
  const { name, video, editables, fontNames, warnings } = await shop.isolated.readTemplate(
    version,
    folder,
    signal,
  );
  await shop.db.templateVersions.update(version.id, {
    status: 'demo_rendering',
    ...video,
    editables,
    fonts: fontNames,
    report: { errors: [], warnings },
    ...(version.name === '' && { name }),
  });
}

/** Draws the stills and a small demo video with the template's own content, and opens the version for use. */
export async function drawTemplateVersion(
  version: TemplateVersion,
  shop: Workshop,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(shop.workFolder, version.id);
  const drawn = await shop.isolated.drawTemplate(version, folder, signal);
  await shop.db.templateVersions.update(version.id, { status: 'edit_ready', ...drawn });
}

/** Ends an import that cannot succeed, with the reasons in the report. */
export async function failTemplateVersion(
  version: TemplateVersion,
  error: unknown,
  shop: Workshop,
): Promise<void> {
  const told: AppError = toAppError(error);
  shop.log.warn({ versionId: version.id, code: told.code, cause: told.cause }, told.message);
  await shop.db.templateVersions.update(version.id, {
    status: 'failed',
    report: { errors: told.faults.map(toReportEntry), warnings: version.report.warnings },
  });
}
