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

/** Pauses a service's rasterisers; the returned function resumes them. */
export async function holdRasterisers(servicePid: number): Promise<() => void> {
  const held = await rasterisersOf(servicePid);
  for (const pid of held) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of held) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch (error) {
        // It has ended with its service.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
}
