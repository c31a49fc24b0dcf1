import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

/** Groups whose leader still runs; they end with this process, however it ends on its own. */
const running = new Set<ChildProcess>();
let endsWithUs = false;
let deathSignal: readonly string[] | undefined;

/**
 * Starts a program as the leader of a process group of its own. The group is killed when its leader
 * ends and when this process exits. Should this process be killed, the kernel kills the leader where
 * setpriv (util-linux) can ask it to; elsewhere only what reads stdin notices, by its end.
 */
export function spawnGroup(program: string, args: readonly string[], options: SpawnOptions) {
  if (!endsWithUs) process.on('exit', () => running.forEach(killGroup));
  endsWithUs = true;
  const [command = program, ...rest] = [...deathSignalPrefix(), program, ...args];
  const child = spawn(command, rest, { ...options, detached: true });
  running.add(child);
  child.on('error', () => {
    if (child.pid === undefined) running.delete(child);
  });
  child.on('exit', () => {
    killGroup(child);
    running.delete(child);
  });
  return child;
}

/** Does nothing once the leader's end was seen: its number may be another's by then. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || !running.has(child)) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // Nobody is left, or (macOS) only those that wait to be collected.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

function deathSignalPrefix(): readonly string[] {
  if (deathSignal === undefined) {
    const prefix = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'];
    const works =
      process.platform === 'linux' &&
      spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
    deathSignal = works ? prefix : [];
  }
  return deathSignal;
}
