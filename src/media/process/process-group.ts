import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnvironment } from './child-environment.ts';

const SHELL = '/bin/sh';
/** If the parent was killed before setpriv has set the signal, the signal never comes. */
const IF_PARENT_LIVES = 'test "$PPID" = "$0" && unset PWD OLDPWD && exec "$@"';
const PRLIMIT = '/usr/bin/prlimit';
/** For the niceness of a session, which Linux lets programs change ten times a second. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 150;

/** Groups whose leader still runs. They are killed when this process exits. */
const running = new Set<ChildProcess>();
let hasExitHandler = false;
let deathSignal: readonly string[] | undefined;
let canLimitMemory: boolean | undefined;

type GroupOptions = Omit<SpawnOptions, 'env'> & {
  env?: Readonly<Record<string, string>>;
  maxMemoryBytes?: number;
  /** Above 0: the group gets CPU time after other processes. */
  niceness?: number;
};

/**
 * Starts a program as the leader of a new process group. The group is killed when its leader ends
 * and when this process exits. When this process is killed, the kernel kills the leader if setpriv
 * (util-linux) is available; otherwise only programs that read stdin notice the end of the pipe.
 * `maxMemoryBytes` limits the data memory of each process in the group if prlimit is available. The
 * program sees only `env` and the variables that `childEnvironment` allows.
 */
export function spawnGroup(
  program: string,
  args: readonly string[],
  { maxMemoryBytes, env, niceness = 0, ...options }: GroupOptions,
): ChildProcess {
  if (!hasExitHandler) process.on('exit', () => running.forEach(killGroup));
  hasExitHandler = true;
  const [command = program, ...otherArgs] = [
    ...deathSignalPrefix(),
    ...limited(program, args, maxMemoryBytes),
  ];
  const child = spawn(command, otherArgs, {
    ...options,
    env: childEnvironment(env),
    detached: true,
  });
  if (child.pid !== undefined && niceness > 0) setNiceness(child.pid, niceness);
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

/** Sets the niceness. Call it before the process has threads and children, which inherit it. */
function setNiceness(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has already ended; its exit event reports that.
  }
  void setGroupNiceness(pid, niceness);
}

/**
 * Linux with autogroups divides the processor between sessions first, and niceness counts only within
 * a session. Each group is a session of its own, which has a niceness, too.
 */
async function setGroupNiceness(pid: number, niceness: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(niceness));
    } catch (error) {
      // Without privileges, Linux allows ten changes a second. All else cannot be helped: other
      // systems have no autogroups, or the process has ended.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await pause(RETRY_MS * (attempt + 1), undefined, { ref: false });
    }
  }
}

/** Kills a group. Does nothing after the leader has ended, because its id may be used again. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || !running.has(child)) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // No process is left, or (macOS) only zombies.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

/**
 * Returns the prefix of a command that ends with this process; empty where the system cannot do so.
 */
function deathSignalPrefix(): readonly string[] {
  const check = [SHELL, '-c', IF_PARENT_LIVES, String(process.pid)];
  deathSignal ??= prefixIfAvailable(['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--', ...check]);
  return deathSignal;
}

/**
 * Returns a command that runs a program with a limit of its data memory if prlimit is available.
 * `Infinity` removes an inherited limit.
 */
export function limited(
  program: string,
  args: readonly string[],
  maxMemoryBytes: number | undefined,
): [program: string, ...args: string[]] {
  const ownCommand: [string, ...string[]] = [program, ...args];
  if (maxMemoryBytes === undefined) return ownCommand;
  // --data does not count address space that is only reserved. V8 reserves a lot.
  canLimitMemory ??= prefixIfAvailable([PRLIMIT, '--data=1073741824:']).length > 0;
  if (!canLimitMemory) return ownCommand;
  // Only the soft limit: an encoder may need more than the rasteriser that starts it, and only root
  // can raise a hard limit.
  const max = Number.isFinite(maxMemoryBytes) ? Math.round(maxMemoryBytes) : maxAllowed();
  return [PRLIMIT, `--data=${max}:`, ...ownCommand];
}

/** Returns the inherited hard limit of this process. */
function maxAllowed(): string {
  const [, hard = 'unlimited'] =
    /^Max data size\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  return hard;
}

/**
 * Returns the prefix if its command works on this machine, otherwise an empty list. Runs it once.
 */
function prefixIfAvailable(prefix: readonly string[]): readonly string[] {
  const [command = '', ...prefixArgs] = prefix;
  const works =
    process.platform === 'linux' &&
    spawnSync(command, [...prefixArgs, 'true'], { stdio: 'ignore' }).status === 0;
  return works ? prefix : [];
}
