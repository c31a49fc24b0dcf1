import { readFileSync } from 'node:fs';

/** Resource usage of a process so far. */
export type Usage = { cpuSeconds: number; rssBytes: number };

/** USER_HZ of Linux, which is the same on all its architectures. */
const TICKS_PER_SECOND = 100;

/**
 * Reads the usage from `/proc` (proc(5)); undefined without `/proc` or after the process has ended.
 */
export function usageOf(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // utime and stime, counted after the process name, which may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const rssBytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    return { cpuSeconds: ticks / TICKS_PER_SECOND, rssBytes };
  } catch {
    return undefined;
  }
}
