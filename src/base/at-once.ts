/**
 * Calls `work` for each item, with a limited number at the same time. After a failure it starts no
 * more work, waits for the running work and throws the first error.
 */
export async function forEachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failed: { error: unknown } | undefined;
  for await (const item of items) {
    const task = work(item)
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= atOnce) await Promise.race(running);
    if (failed) break;
  }
  await Promise.all(running);
  if (failed) throw failed.error;
}
