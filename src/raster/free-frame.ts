/** A frame's native memory at once: the collector, which else does it, is called up by every few frames. */
export function giveBack({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
