/**
 * Runs two tasks at once and returns both results. If one fails, the other's signal fires; the
 * error is thrown when both have ended.
 */
export async function together<A, B>(
  signal: AbortSignal | undefined,
  first: (signal: AbortSignal) => Promise<A>,
  second: (signal: AbortSignal) => Promise<B>,
): Promise<[A, B]> {
  const failed = new AbortController();
  const either = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  const failures: unknown[] = [];
  const guard = (error: unknown): never => {
    failures.push(error);
    failed.abort(error);
    throw error;
  };
  const work = [first(either).catch(guard), second(either).catch(guard)] as const;
  await Promise.allSettled(work);
  if (failures.length > 0) throw failures[0];
  return Promise.all(work);
}
