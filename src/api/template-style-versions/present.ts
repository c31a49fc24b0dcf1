import type { TemplateVersion } from '../../database/index.ts';
import { signedFiles } from '../../storage/index.ts';
import { groupFindings } from '../../template/index.ts';
import { presentVersion } from '../../templates/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns the answer with a version. Its report also has the warnings in groups, with advice. */
export function versionBody(version: TemplateVersion, context: ApiContext) {
  const shown = presentVersion(version, signedFiles(context));
  const findings = groupFindings(shown.report.warnings);
  return { template_style_version: { ...shown, report: { ...shown.report, findings } } };
}
