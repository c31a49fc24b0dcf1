import type { Fault } from './errors.ts';
import type { MessageParams } from './say.ts';

/** Faults that are reported in full; of all others only the number is reported. */
export const MAX_FAULTS = 100;
/** Maximum size of all faults in an answer as JSON; a single fault is far smaller. */
const MAX_BYTES = 200 * 1024;
const MAX_CHARACTERS = 1000;
const utf8 = new TextEncoder();

/**
 * Returns at most the first hundred faults, each shortened to a readable length, and the number of
 * the others.
 */
export function boundedFaults(faults: readonly Fault[]): { faults: Fault[]; more: number } {
  const keptFaults: Fault[] = [];
  let bytes = 0;
  for (const fault of faults.slice(0, MAX_FAULTS)) {
    const short = shortenFault(fault);
    bytes += utf8.encode(JSON.stringify(short)).byteLength;
    if (bytes > MAX_BYTES && keptFaults.length > 0) break;
    keptFaults.push(short);
  }
  return { faults: keptFaults, more: faults.length - keptFaults.length };
}

/** A fault with shortened texts. */
function shortenFault(fault: Fault): Fault {
  const { pointer, editable, hint, url, layer_path: layerPath, params, hint_params } = fault;
  return {
    ...fault,
    message: short(fault.message),
    ...(hint !== undefined && { hint: short(hint) }),
    ...(params && { params: shortParams(params) }),
    ...(hint_params && { hint_params: shortParams(hint_params) }),
    ...(editable !== undefined && { editable: short(editable) }),
    ...(url !== undefined && { url: short(url) }),
    ...(layerPath !== undefined && { layer_path: short(layerPath) }),
    ...(pointer !== undefined && { pointer: shortenPointer(pointer) }),
  };
}

/** Entries of a list in the values of a message; English texts list fewer. */
const MAX_LISTED = 20;

/** The values of a message with shortened texts, also in inner messages and lists. */
function shortParams(params: MessageParams): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, shortValue(value)]),
  );
}

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return short(value);
  if (Array.isArray(value)) return value.slice(0, MAX_LISTED).map(shortValue);
  return typeof value === 'object' && value !== null ? shortParams(value as MessageParams) : value;
}

function short(text: string): string {
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS - 1)}…`.toWellFormed()
    : text;
}

/** Shortens a long pointer to the last parent that fits. */
function shortenPointer(pointer: string): string {
  if (pointer.length <= MAX_CHARACTERS) return pointer;
  return pointer.slice(0, pointer.lastIndexOf('/', MAX_CHARACTERS));
}
