import type { TemplateStyleVersion } from '@framepress/client';

type Warning = TemplateStyleVersion['report']['warnings'][number];

/** The hints of files that are missing where nobody can fill them end with the advice to make them editable. */
const CAN_BE_MADE_EDITABLE = /_or_editable$/;

/**
 * Returns the warnings about missing images and videos that no editable fills: a placeholder stands there in every
 * video.
 */
export function placeholderWarnings({
  report,
}: {
  report: { warnings: readonly Warning[] };
}): Warning[] {
  return report.warnings.filter(
    ({ code, hint_id: hintId = '' }) =>
      code === 'lottie_asset_missing' && CAN_BE_MADE_EDITABLE.test(hintId),
  );
}
