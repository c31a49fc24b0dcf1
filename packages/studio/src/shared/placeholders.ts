import type { TemplateStyleVersion } from '@framepress/client';
import type { Translate } from '../strings/index.ts';

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

const MAX_NAMES = 3;

/** Names the files whose placeholders stand in every video. Undefined: none. */
export function placeholderText(
  version: { report: { warnings: readonly Warning[] } },
  t: Translate,
): string | undefined {
  const names = [...new Set(placeholderWarnings(version).map(fileName))];
  if (names.length === 0) return undefined;
  const listed = names.slice(0, MAX_NAMES);
  if (names.length > MAX_NAMES) listed.push('…');
  return t('template.placeholders', { names: listed.join(', ') });
}

/** The name of the missing file, without its folder. */
function fileName({ params, layer_path: layer }: Warning): string {
  const { name } = Object(params) as { name?: unknown };
  const path = typeof name === 'string' && name !== '' ? name : (layer ?? '');
  return path.split('/').at(-1) || path;
}
