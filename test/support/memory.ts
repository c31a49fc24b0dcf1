import { readFile, writeFile } from 'node:fs/promises';

/** Resets the peak of a process's memory. The returned function returns the growth to the peak since then, in MB. */
export async function watchMemory(pid: number): Promise<() => Promise<number>> {
  // proc(5): this resets VmHWM to the present size.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await readMegabytes(pid, 'VmRSS');
  return async () => (await readMegabytes(pid, 'VmHWM')) - before;
}

async function readMegabytes(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}
