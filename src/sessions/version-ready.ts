import { AppError, defined, type Fault, fault } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import type { ReportEntry } from '../template/index.ts';

/** Returns a fault when a version is not `edit_ready`. Its editables are not known before that. */
export function notReady(version: TemplateVersion, pointer?: string): Fault | undefined {
  if (version.status === 'edit_ready') return undefined;
  const failed = version.status === 'failed';
  const errors = version.report.errors as ReportEntry[];
  const isLate = failed && errors.some(({ code }) => code === LATE);
  const message = isLate
    ? `The import of ${version.id} did not end in time, because the machine was busy.`
    : `Expected a template style version that is edit_ready but ${version.id} is ${version.status}.`;
  const hint = isLate
    ? 'The package may be right. Import it again: POST /v2/template_style_versions/:id/retry.'
    : failed
      ? 'Its report contains the reason. Upload a corrected package.'
      : 'Poll the version until its status is edit_ready.';
  const retryable = !failed || isLate;
  return fault('template_version_not_ready', message, { retryable, hint, ...defined({ pointer }) });
}

/** The error of an import that was late several times. */
const LATE = 'render_timeout';

/** Throws `template_version_not_ready` when a version is not `edit_ready`. */
export function requireReady(version: TemplateVersion): void {
  const fault = notReady(version);
  if (fault) throw AppError.fromFaults([fault]);
}
