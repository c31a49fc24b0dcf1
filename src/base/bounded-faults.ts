import type { Fault } from './errors.ts';

/** Faults that are told one by one; of others only how many there are. */
export const MAX_FAULTS = 100;
/** Of all faults of an answer as JSON; one fault is far below. */
const MAX_BYTES = 200 * 1024;
const MAX_CHARACTERS = 1000;
const utf8 = new TextEncoder();

/** What somebody reads: the first hundred faults at most, each cut to a readable length, and how many more there are. */
export function boundedFaults(faults: readonly Fault[]): { faults: Fault[]; more: number } {
  const kept: Fault[] = [];
  let bytes = 0;
  for (const one of faults.slice(0, MAX_FAULTS)) {
    const short = cut(one);
    bytes += utf8.encode(JSON.stringify(short)).byteLength;
    if (bytes > MAX_BYTES) break;
    kept.push(short);
  }
  return { faults: kept, more: faults.length - kept.length };
}

/** A fault whose texts are short enough to be read. */
function cut(fault: Fault): Fault {
  const { pointer, editable, hint, url, layer_path: layerPath } = fault;
  return {
    ...fault,
    message: short(fault.message),
    ...(hint !== undefined && { hint: short(hint) }),
    ...(editable !== undefined && { editable: short(editable) }),
    ...(url !== undefined && { url: short(url) }),
    ...(layerPath !== undefined && { layer_path: short(layerPath) }),
    ...(pointer !== undefined && { pointer: cutPointer(pointer) }),
  };
}

function short(text: string): string {
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS - 1)}…`.toWellFormed()
    : text;
}

/** A pointer that is too long ends at the last field above that is not. */
function cutPointer(pointer: string): string {
  if (pointer.length <= MAX_CHARACTERS) return pointer;
  return pointer.slice(0, pointer.lastIndexOf('/', MAX_CHARACTERS));
}
