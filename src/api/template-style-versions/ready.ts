import { AppError, type Fault, fault } from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';

/** Why a version cannot be used (yet): its editables are known once it is `edit_ready`. */
export function notReady(version: TemplateVersion, pointer?: string): Fault | undefined {
  if (version.status === 'edit_ready') return undefined;
  const failed = version.status === 'failed';
  return fault(
    'template_version_not_ready',
    `Expected a template style version that is edit_ready but ${version.id} is ${version.status}.`,
    {
      retryable: !failed,
      hint: failed
        ? 'Its report says why; upload a mended package.'
        : 'Poll it until its status is edit_ready.',
      ...(pointer !== undefined && { pointer }),
    },
  );
}

/** Throws `template_version_not_ready`. */
export function requireReady(version: TemplateVersion): void {
  const fault = notReady(version);
  if (fault) throw AppError.fromFaults([fault]);
}
