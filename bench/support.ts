import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Composition } from '../src/compose/index.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { NO_ENTRIES } from '../src/mapping/index.ts';
import { type Produced, produce } from '../src/produce/index.ts';

/** The unit in which Linux counts the CPU time of processes. */
export const TICKS_PER_SECOND = 100;

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A folder in memory if the machine has one: the speed of disks varies between runs. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = await mkdtemp(join(root, 'framepress-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Composes a template with its own content. */
export async function produceFile(file: string, folder: string): Promise<Produced> {
  const template = await importTemplate(
    file.endsWith('.json')
      ? {
          label: basename(file),
          animation: await readFile(file),
          base: '',
          templateJson: undefined,
          files: new Map(),
        }
      : await readPackageFile(file),
  );
  return produce({ template, mapping: NO_ENTRIES, folder: join(folder, 'images') });
}

export async function writeDocument(composition: Composition, folder: string): Promise<string> {
  const path = join(folder, 'composition.json');
  await writeFile(path, JSON.stringify(composition.lottie));
  return path;
}

/** Returns the CPU time of this process and of all processes that start and end within `work`. */
export async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const startTicks = await ticks();
  await work();
  return ((await ticks()) - startTicks) / TICKS_PER_SECOND;
}

async function ticks(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'latin1');
  // The fields after the name: utime, stime, and the same of ended children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

export async function run(
  program: string,
  args: string[],
  stdin: number,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(program, args, {
    stdio: [stdin, 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

export async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'latin1')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Returns the resident memory of a process in bytes; 0 when it has ended. */
export async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [below = Number.NaN, above = below] = [
    sorted[Math.floor(middle)],
    sorted[Math.ceil(middle)],
  ];
  return (below + above) / 2;
}
