import { readFileSync } from 'node:fs';

/** What a process has taken so far. */
export type Usage = { cpuSeconds: number; rssBytes: number };

/** Of Linux, on all of its architectures: USER_HZ is a part of its interface. */
const TICKS_PER_SECOND = 100;

/** By `/proc` (proc(5)); undefined where there is none, or the process is gone. */
export function usageOf(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Counted from behind the name, which may hold anything: utime and stime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const rssBytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    return { cpuSeconds: ticks / TICKS_PER_SECOND, rssBytes };
  } catch {
    return undefined;
  }
}
