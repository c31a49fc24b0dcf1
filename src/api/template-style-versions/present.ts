import { publicVersion, type TemplateVersion } from '../../database/index.ts';
import { signedFiles } from '../../storage/index.ts';
import { groupFindings, type ReportEntry } from '../../template/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns the answer with a version. Its report also has the warnings in groups, with advice. */
export function presentVersion(version: TemplateVersion, context: ApiContext) {
  const shown = publicVersion(version, signedFiles(context));
  const findings = groupFindings(version.report.warnings as ReportEntry[]);
  return { template_style_version: { ...shown, report: { ...shown.report, findings } } };
}
