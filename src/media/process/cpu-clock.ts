import { readFileSync } from 'node:fs';

/** USER_HZ of Linux, which is the same on all its architectures. */
const TICKS_PER_SECOND = 100;

/**
 * Measures the CPU time of a process and of all processes that it starts, from `/proc` (Linux). Without
 * `/proc` it measures nothing.
 */
export class CpuClock {
  readonly #pid: number;
  #countedSeconds: number;

  /** Begins now. */
  constructor(pid: number) {
    this.#pid = pid;
    this.#countedSeconds = cpuSecondsOf(pid) ?? 0;
  }

  /** Returns the seconds since the last call. After the end of the process it returns 0. */
  take(): number {
    const currentSeconds = cpuSecondsOf(this.#pid) ?? 0;
    // A child process that ends between two reads is missing once, and is counted by the next call.
    const seconds = Math.max(0, currentSeconds - this.#countedSeconds);
    this.#countedSeconds += seconds;
    return seconds;
  }
}

/**
 * Returns the CPU time of a process, of its child processes that have ended, and of those that run;
 * undefined if the process has ended.
 */
function cpuSecondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // utime, stime, cutime and cstime (proc(5)), counted from the end of the name, which may contain
    // any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    return childrenOf(pid).reduce(
      (sum, child) => sum + (cpuSecondsOf(child) ?? 0),
      ticks / TICKS_PER_SECOND,
    );
  } catch {
    return undefined;
  }
}

/** Returns the child processes that the main thread of a process has started. */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    // Some kernels do not have this file.
    return [];
  }
}
