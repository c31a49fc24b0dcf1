import { readdir, readFile } from 'node:fs/promises';

/** Returns the rasteriser processes of a service. */
async function rasterisersOf(servicePid: number): Promise<number[]> {
  const found: number[] = [];
  for (const task of await readdir(`/proc/${servicePid}/task`)) {
    const path = `/proc/${servicePid}/task/${task}/children`;
    const children = await readFile(path, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('rasteriser-process')) found.push(Number(pid));
    }
  }
  return found;
}

/** How often new rasterisers are looked for. A frame takes longer. */
const LOOK_MS = 5;

/** Pauses a service's rasterisers, also those that start later. The returned function, or its disposal, resumes them. */
export async function holdRasterisers(
  servicePids: readonly number[],
): Promise<(() => void) & Disposable> {
  const held = new Set<number>();
  const hold = async () => {
    // The service may have ended.
    const found = (
      await Promise.all(servicePids.map((pid) => rasterisersOf(pid).catch(() => [])))
    ).flat();
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

/** False for a process that has ended. */
function send(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}
