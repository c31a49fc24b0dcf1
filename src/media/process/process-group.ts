import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { childEnvironment } from './child-environment.ts';

const PRLIMIT = '/usr/bin/prlimit';

/** Groups whose leader still runs; they end with this process, however it ends on its own. */
const running = new Set<ChildProcess>();
let endsWithUs = false;
let deathSignal: readonly string[] | undefined;
let canLimitMemory: boolean | undefined;

type GroupOptions = Omit<SpawnOptions, 'env'> & {
  env?: Readonly<Record<string, string>>;
  maxMemoryBytes?: number;
  /** Above 0: the group leaves the processor to others first. */
  niceness?: number;
};

/**
 * Starts a program as the leader of a process group of its own. The group is killed when its leader
 * ends and when this process exits. Should this process be killed, the kernel kills the leader where
 * setpriv (util-linux) can ask it to; elsewhere only what reads stdin notices, by its end.
 * `maxMemoryBytes` bounds what each process of the group may write to, where prlimit can say so. Of our environment it knows
 * what `childEnvironment` lets through, and `env`.
 */
export function spawnGroup(
  program: string,
  args: readonly string[],
  { maxMemoryBytes, env, niceness = 0, ...options }: GroupOptions,
): ChildProcess {
  if (!endsWithUs) process.on('exit', () => running.forEach(killGroup));
  endsWithUs = true;
  const [command = program, ...rest] = [
    ...deathSignalPrefix(),
    ...limited(program, args, maxMemoryBytes),
  ];
  const child = spawn(command, rest, { ...options, env: childEnvironment(env), detached: true });
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

/** Before the process has threads and children, which take it over. */
function setNiceness(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already, which its exit reports.
  }
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
  deathSignal ??= ifItWorks(['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--']);
  return deathSignal;
}

/**
 * A command that runs a program with a bound on what it may write to, where prlimit can say so. `Infinity` takes away
 * the bound that it would inherit.
 */
export function limited(
  program: string,
  args: readonly string[],
  maxMemoryBytes: number | undefined,
): [program: string, ...args: string[]] {
  const own: [string, ...string[]] = [program, ...args];
  if (maxMemoryBytes === undefined) return own;
  // Address space that is only reserved does not count as data: V8 reserves a lot.
  canLimitMemory ??= ifItWorks([PRLIMIT, '--data=1073741824:']).length > 0;
  if (!canLimitMemory) return own;
  // The soft limit: an encoder may have more than the rasteriser that starts it, and only root raises a hard one.
  const max = Number.isFinite(maxMemoryBytes) ? Math.round(maxMemoryBytes) : maxAllowed();
  return [PRLIMIT, `--data=${max}:`, ...own];
}

/** The hard limit of this process, which was there before us. */
function maxAllowed(): string {
  const [, hard = 'unlimited'] =
    /^Max data size\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
  return hard;
}

function ifItWorks(prefix: readonly string[]): readonly string[] {
  const [command = '', ...rest] = prefix;
  const works =
    process.platform === 'linux' &&
    spawnSync(command, [...rest, 'true'], { stdio: 'ignore' }).status === 0;
  return works ? prefix : [];
}
