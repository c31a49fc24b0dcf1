import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Composition } from '../src/compose/index.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { type Produced, produce } from '../src/produce/index.ts';

/** Linux counts the time of processes in this. */
export const TICKS_PER_SECOND = 100;

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A folder in memory where there is one: disks differ from run to run. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = await mkdtemp(join(root, 'framepress-bench-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A template with its own contents. */
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
  const mapping = { resources: {}, missing: 'example' as const };
  return produce({ template, mapping, folder: join(folder, 'images') });
}

export async function writeDocument(composition: Composition, folder: string): Promise<string> {
  const path = join(folder, 'composition.json');
  await writeFile(path, JSON.stringify(composition.lottie));
  return path;
}

/** CPU time of this process and of those that start and end within `work`, with theirs. */
export async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = await ticks();
  await work();
  return ((await ticks()) - before) / TICKS_PER_SECOND;
}

async function ticks(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'latin1');
  // After the name, which may hold anything: utime, stime and those of children that have ended.
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

/** What a process holds in memory; 0 when it has ended. */
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
