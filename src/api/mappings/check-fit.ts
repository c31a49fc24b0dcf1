import type { Fault } from '../../base/index.ts';
import type { Caller, TemplateVersion } from '../../database/index.ts';
import { NO_ENTRIES } from '../../mapping/index.ts';
import type { Warning } from '../../schemas/index.ts';
import type { RequestedMapping } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns all faults and warnings that a render of a mapping would have, and how its content fits. */
export async function checkFit(
  context: ApiContext,
  requested: RequestedMapping & { version: TemplateVersion },
  { editor }: Pick<Caller, 'editor'>,
  signal: AbortSignal,
): Promise<{ faults: Fault[]; warnings: Warning[]; fit: Record<string, unknown> }> {
  const { version, parsed = NO_ENTRIES, pointerOf } = requested;
  const sessionId = editor?.sessionId ?? null;
  const preview = await context.dryRuns.check({ version, mapping: parsed, sessionId }, signal);
  const found = preview.faults.map((one) =>
    one.pointer === undefined ? one : { ...one, pointer: pointerOf(one.pointer) },
  );
  return {
    faults: [...requested.faults, ...requested.missing, ...found],
    warnings: [...requested.warnings, ...(preview.warnings as Warning[])],
    fit: preview.fit,
  };
}
