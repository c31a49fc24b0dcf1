import { AppError, defined, type Fault, fault, say } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';

/** Returns a fault when a version is not `edit_ready`. Its editables are not known before that. */
export function notReady(version: TemplateVersion, pointer?: string): Fault | undefined {
  if (version.status === 'edit_ready') return undefined;
  const failed = version.status === 'failed';
  return fault(
    'template_version_not_ready',
    say`Expected a template style version that is edit_ready but ${version.id} is ${version.status}.`,
    {
      retryable: !failed,
      hint: failed
        ? 'Its report contains the reason. Upload a corrected package, or import it again with POST /v2/template_style_versions/:id/retry if the machine was busy.'
        : 'Poll the version until its status is edit_ready.',
      ...defined({ pointer }),
    },
  );
}

/** Throws `template_version_not_ready` when a version is not `edit_ready`. */
export function requireReady(version: TemplateVersion): void {
  const fault = notReady(version);
  if (fault) throw AppError.fromFaults([fault]);
}
