/** A bug when it fails: never for input from outside, which gets an AppError. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
