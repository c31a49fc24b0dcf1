import type { TemplateVersion } from '../../database/index.ts';
import { signedFiles } from '../../storage/index.ts';
import { groupFindings } from '../../template/index.ts';
import { presentVersion } from '../../templates/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns the answer with a version. Its report also has the warnings in groups, with advice. */
export function versionBody(version: TemplateVersion, context: ApiContext) {
  const body = presentVersion(version, signedFiles(context));
  const findings = groupFindings(body.report.warnings);
  return { template_style_version: { ...body, report: { ...body.report, findings } } };
}
