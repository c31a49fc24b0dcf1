import { childrenOf, send } from './child-processes.ts';

/** How often new rasterisers are looked for. A frame takes longer. */
const LOOK_MS = 5;

/** Pauses a service's rasterisers, also those that start later. The returned function, or its disposal, resumes them. */
export async function holdRasterisers(
  servicePids: readonly number[],
): Promise<(() => void) & Disposable> {
  const held = new Set<number>();
  const hold = async () => {
    // The service may have ended.
    const lists = servicePids.map((pid) => childrenOf(pid, 'rasteriser-process').catch(() => []));
    const found = (await Promise.all(lists)).flat();
    if (isResumed) return;
    for (const pid of found) if (!held.has(pid) && send(pid, 'SIGSTOP')) held.add(pid);
  };
  let isResumed = false;
  await hold();
  const timer = setInterval(() => void hold(), LOOK_MS);
  const resume = () => {
    isResumed = true;
    clearInterval(timer);
    for (const pid of held) send(pid, 'SIGCONT');
  };
  return Object.assign(resume, { [Symbol.dispose]: resume });
}
