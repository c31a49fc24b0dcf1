import { readFile } from 'node:fs/promises';
import { childrenOf } from '../support.ts';

/** Parts of the command line of a process, and the name of its memory. */
const KINDS = [
  ['--type=renderer', 'page'],
  ['--type=gpu-process', 'graphics'],
  ['--type=', 'helpers of the browser'],
  ['rasteriser-process', 'rasterisers'],
  ['isolated-process', 'tasks'],
] as const;

/**
 * Returns the memory of a process and its descendants in MB by kind: a process's own memory, and its
 * share of what it has in common with others.
 */
export async function memoryOf(name: string, pid: number): Promise<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const id of [pid, ...(await descendantsOf(pid))]) {
    const kind = (await kindOf(id)) ?? name;
    const { whole: total, anonymous } = await sizesOf(id);
    sums.set(kind, (sums.get(kind) ?? 0) + total);
    const anonymousKind = `${kind} (anonymous)`;
    sums.set(anonymousKind, (sums.get(anonymousKind) ?? 0) + anonymous);
  }
  return Object.fromEntries(sums);
}

async function kindOf(pid: number): Promise<string | undefined> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
  return KINDS.find(([part]) => command.includes(part))?.[1];
}

async function sizesOf(pid: number): Promise<{ whole: number; anonymous: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  const size = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { whole: size('Pss'), anonymous: size('Pss_Anon') };
}

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid).catch(() => []);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
