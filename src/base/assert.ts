/**
 * Throws if `condition` is false, which is a bug. Invalid input from outside gets an AppError
 * instead.
 */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
