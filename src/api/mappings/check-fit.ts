import type { Fault } from '../../base/index.ts';
import type { Caller, TemplateVersion } from '../../database/index.ts';
import { NO_ENTRIES } from '../../mapping/index.ts';
import type { CaptionFit, Warning } from '../../schemas/index.ts';
import type { RequestedMapping } from '../../sessions/index.ts';
import type { ApiContext } from '../context.ts';

/** Returns all faults and warnings that a render of a mapping would have, and how its content fits. */
export async function checkFit(
  context: ApiContext,
  requested: RequestedMapping & { version: TemplateVersion },
  { editor }: Pick<Caller, 'editor'>,
  signal: AbortSignal,
): Promise<{
  faults: Fault[];
  warnings: Warning[];
  fit: Record<string, unknown>;
  caption_fits?: readonly CaptionFit[];
}> {
  const { version, parsed = NO_ENTRIES, pointerOf } = requested;
  const sessionId = editor?.sessionId ?? null;
  const result = await context.dryRuns.check({ version, mapping: parsed, sessionId }, signal);
  const fitFaults = result.faults.map((fault) =>
    fault.pointer === undefined ? fault : { ...fault, pointer: pointerOf(fault.pointer) },
  );
  return {
    faults: [...requested.faults, ...requested.missing, ...fitFaults],
    warnings: [...requested.warnings, ...(result.warnings as Warning[])],
    fit: result.fit,
    ...(result.captionFits.length > 0 && { caption_fits: result.captionFits }),
  };
}
