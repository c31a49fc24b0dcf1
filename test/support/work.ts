/**
 * Counts what our own code does: how often its functions and blocks run, by V8's precise coverage. The
 * same work has the same count on any machine. Import it before the code that is to be counted.
 */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Counts the executed blocks of `src/` during `work`. */
export async function workOf(work: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => /\/src\/[^?]*\.ts/.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

/** How often each named function of `src/` is called while `work` runs. */
export async function callsOf(
  names: readonly string[],
  work: () => unknown,
): Promise<Record<string, number>> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = Object.fromEntries(names.map((name) => [name, 0]));
  for (const { functions } of result.filter(({ url }) => /\/src\/[^?]*\.ts/.test(url)))
    for (const { functionName, ranges } of functions)
      if (Object.hasOwn(calls, functionName))
        calls[functionName] = (calls[functionName] ?? 0) + (ranges[0]?.count ?? 0);
  return calls;
}
