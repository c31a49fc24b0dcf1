import {
  AppError,
  expected,
  type Fault,
  fault,
  joinFaults,
  listNames,
  nearest,
  withNearestFields,
  zodFaults,
} from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';
import { objectBody } from '../../http/index.ts';
import type { ParsedMapping } from '../../mapping/index.ts';
import { requestedMapping, type VersionReader } from '../../sessions/index.ts';
import type { FrameRequest } from '../../template/index.ts';
import type { ApiContext } from '../context.ts';
import { MAX_PIXELS_A_SIDE, type StillRequest, stillRequest } from './schema.ts';

type CheckedStill = {
  version: TemplateVersion;
  mapping: ParsedMapping;
  still: StillRequest;
  frameRequest: FrameRequest;
};

/** Checks the whole request and throws all of its faults together. `base` is its mapping if it names none. */
export async function checkStill(
  context: ApiContext,
  caller: VersionReader,
  body: unknown,
  base?: Readonly<Record<string, unknown>>,
): Promise<CheckedStill> {
  const options = objectBody(body);
  const parsed = stillRequest.safeParse(body, withNearestFields());
  const reader = { ...caller, mayUseTemplate: true };
  const requested = await requestedMapping(context, reader, options, base);
  const { version, parsed: mapping, faults: ofMapping, missing } = requested;
  const faults: Fault[] = [];
  const frameRequest = frameRequestOf(options, version, faults);
  if (version) faults.push(...heightFaults(options['width'], version));
  faults.unshift(...ofMapping, ...missing);
  const shape = parsed.success ? [] : zodFaults(parsed.error.issues, body);
  if (faults.length > 0 || !parsed.success || !version || !mapping || !frameRequest)
    throw AppError.fromFaults(joinFaults(shape, faults));
  return { version, mapping, still: parsed.data, frameRequest };
}

/**
 * Returns the requested frame, by its time or its stillcut; adds to `faults` what is wrong with it.
 * Without a `version`, only the form is checked.
 */
function frameRequestOf(
  { at, stillcut }: Record<string, unknown>,
  version: TemplateVersion | undefined,
  faults: Fault[],
): FrameRequest | undefined {
  if ((at === undefined) === (stillcut === undefined)) {
    const received = at === undefined ? 'neither' : 'both';
    faults.push(
      fault('invalid_request', `Expected one of "at" and "stillcut" but received ${received}.`, {
        pointer: at === undefined ? '' : '/stillcut',
        hint: version ? `The stillcuts are ${listNames('', Object.keys(version.stillcuts))}.` : '',
      }),
    );
    return undefined;
  }
  // The schema reports values of other types.
  const { fps, frameCount } = version ?? {};
  if (typeof at === 'number' && at >= 0) {
    const duration = (frameCount ?? 0) / (fps ?? 1);
    if (version && at >= duration) faults.push(beyondEnd(at, duration));
    return { at };
  }
  if (typeof stillcut !== 'string') return undefined;
  if (version && !Object.hasOwn(version.stillcuts, stillcut)) {
    faults.push(unknownStillcut(stillcut, Object.keys(version.stillcuts)));
  }
  return { stillcut };
}

/** The fault for a time at or after the end of the template. */
export function beyondEnd(at: number, duration: number): Fault {
  return fault('invalid_request', expected('a time before the end', '/at', at), {
    pointer: '/at',
    hint: `The template lasts ${duration} s; times start at 0.`,
  });
}

/** Returns the fault for the name of a stillcut that the template does not have. */
function unknownStillcut(stillcut: string, names: readonly string[]): Fault {
  const close = nearest(stillcut, names);
  return fault('invalid_request', expected('the name of a stillcut', '/stillcut', stillcut), {
    pointer: '/stillcut',
    hint:
      close === undefined
        ? `The stillcuts are ${listNames(stillcut, names)}.`
        : `Did you mean "${close}"?`,
  });
}

/** Returns a fault when an allowed width gives a height above the limit, for a tall template. */
export function heightFaults(
  requestedWidth: unknown,
  { width, height }: { width: number | null; height: number | null },
): Fault[] {
  const stillWidth = requestedWidth ?? width;
  if (!width || !height || typeof stillWidth !== 'number') return [];
  const max = Math.floor(MAX_PIXELS_A_SIDE * Math.min(1, width / height));
  if (stillWidth <= max || stillWidth > MAX_PIXELS_A_SIDE) return [];
  return [
    fault('invalid_request', expected(`a width of at most ${max} pixels`, '/width', stillWidth), {
      pointer: '/width',
      hint: `Each side of a still has at most ${MAX_PIXELS_A_SIDE} pixels.`,
    }),
  ];
}
