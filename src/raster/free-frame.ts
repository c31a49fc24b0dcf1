/**
 * Frees a frame's native memory at once. Otherwise every few frames would trigger the garbage
 * collector.
 */
export function freeFrame({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
