import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block. `info` is the text behind the three backticks: a language, and what JSON is checked against. */
export type Block = { page: string; line: number; info: string; language: string; code: string };

export type Page = { path: string; lines: string[]; blocks: Block[] };

/** README.md, CONTRIBUTING.md and all pages of docs/, with paths from the root. */
export async function readPages(): Promise<Page[]> {
  const docs = await readdir(join(ROOT, 'docs'), { recursive: true });
  const paths = docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path}`);
  return Promise.all(['README.md', 'CONTRIBUTING.md', ...paths.sort()].map(readPage));
}

async function readPage(path: string): Promise<Page> {
  const lines = (await readFile(join(ROOT, path), 'utf8')).split('\n');
  return { path, lines, blocks: blocksOf(path, lines) };
}

function blocksOf(page: string, lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of lines.entries()) {
    const [, info] = /^ *```(.*)$/.exec(line) ?? [];
    if (info === undefined) {
      if (open) open.code += `${line}\n`;
    } else if (open) {
      blocks.push(open);
      open = undefined;
    } else {
      open = { page, line: index + 1, info, language: info.split(' ')[0] ?? '', code: '' };
    }
  }
  if (open) throw new Error(`${page}:${open.line}: the block has no end.`);
  return blocks;
}

/** Lines that are prose: neither in a block nor in a table, with their numbers. */
export function proseOf({ lines, blocks }: Page): [number, string][] {
  const inBlock = new Set(
    blocks.flatMap(({ line, code }) =>
      Array.from({ length: code.split('\n').length + 1 }, (_, index) => line + index),
    ),
  );
  return lines
    .map((line, index): [number, string] => [index + 1, line])
    .filter(([number, line]) => !inBlock.has(number) && !line.startsWith('|'));
}

/** Paragraphs and list items of the prose, each with its first line's number and its count of lines. */
export function paragraphsOf(page: Page): { line: number; count: number }[] {
  const paragraphs: { line: number; count: number }[] = [];
  let last = 0;
  for (const [number, line] of proseOf(page)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const previous = paragraphs.at(-1);
    const isItem = /^ *(?:[-*]|\d+\.) /.test(line);
    if (previous && number === last + 1 && !isItem) previous.count++;
    else paragraphs.push({ line: number, count: 1 });
    last = number;
  }
  return paragraphs;
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: Page): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, line] of proseOf(page)) {
    const [, heading] = /^#+ (.+)$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}
