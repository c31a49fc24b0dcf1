import { setImmediate } from 'node:timers/promises';

/**
 * Returns the most CPU time in ms that one piece of work took in this thread: other requests wait for so long.
 * It is CPU time, because a busy machine does not change it much.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const watch = async () => {
    let before = process.threadCpuUsage();
    while (!isOver) {
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
      before = process.threadCpuUsage();
    }
  };
  const watching = watch();
  await setImmediate();
  await work().finally(() => {
    isOver = true;
  });
  await watching;
  return longest;
}
