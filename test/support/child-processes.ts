import { readdir, readFile, stat } from 'node:fs/promises';
import { expect } from 'vitest';

/** Returns the child processes of a service whose program is called `name`. */
export async function childrenOf(servicePid: number, name: string): Promise<number[]> {
  const found: number[] = [];
  for (const task of await readdir(`/proc/${servicePid}/task`)) {
    const path = `/proc/${servicePid}/task/${task}/children`;
    const children = await readFile(path, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes(name)) found.push(Number(pid));
    }
  }
  return found;
}

/**
 * Ends the isolated processes of services, which are idle. The next tasks get new processes, whose memory is
 * that of a service that has just started. The service has seen the end of a process when it has no entry in
 * /proc any more.
 */
export async function endIsolatedProcesses(servicePids: readonly number[]): Promise<void> {
  const lists = await Promise.all(servicePids.map((pid) => childrenOf(pid, 'isolated-process')));
  const pids = lists.flat();
  for (const pid of pids) send(pid, 'SIGKILL');
  const areLeft = () => Promise.all(pids.map((pid) => isEntry(`/proc/${pid}`)));
  await expect.poll(areLeft).not.toContain(true);
}

/** Sends a signal to a process. Returns false if it has ended. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

function isEntry(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
