import { findMessage, say } from '../base/index.ts';
import type { ExpressionReport } from '../expressions/index.ts';
import type { ImportWarning } from '../template/index.ts';

/** Maximum number of different reasons in the message of a layer. */
const MAX_REASONS = 3;
const HINT =
  'Correct the expression. Or, in After Effects: Animation > Keyframe Assistant > Convert Expression to Keyframes, then export again.';

/**
 * Returns the findings about expressions: how many were written out, and, for each layer in `unresolved`,
 * why its expressions were left out.
 */
export function expressionWarnings(
  report: ExpressionReport | undefined,
  unresolved: readonly ImportWarning[],
): ImportWarning[] {
  if (!report) return [...unresolved];
  const reasons = new Map<string, Map<string, number>>();
  for (const { layerPath, reason } of report.leftOut) {
    const layerReasons = reasons.get(layerPath) ?? new Map<string, number>();
    reasons.set(layerPath, layerReasons.set(reason, (layerReasons.get(reason) ?? 0) + 1));
  }
  const remainingEntries = unresolved.map((entry) => {
    const layerReasons = reasons.get(entry.layer_path ?? '');
    if (!layerReasons) return entry;
    const count = [...layerReasons.values()].reduce((sum, n) => sum + n, 0);
    const listed = [...layerReasons.keys()].slice(0, MAX_REASONS).map(sentence).join(' ');
    const message =
      count === 1
        ? say`${count} expression was left out: ${listed} The render uses the values without it.`
        : say`${count} expressions were left out: ${listed} The render uses the values without it.`;
    return { ...entry, message, hint: HINT };
  });
  return [...remainingEntries, ...partlyWrong(report)];
}

/** Expressions that were written out, but are not right in all frames or places. */
function partlyWrong({ partly }: ExpressionReport): ImportWarning[] {
  const omissions = new Map(partly.map((omission) => [JSON.stringify(omission), omission]));
  return [...omissions.values()].map(({ layerPath, reason }) => ({
    code: 'expression_unsupported',
    message: say`An expression does not have the right value in some frames: ${findMessage(reason)}`,
    layer_path: layerPath,
    hint: HINT,
  }));
}

function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
