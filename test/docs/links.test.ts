import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, paragraphsOf, proseOf, ROOT, readPages } from './pages.ts';

const MAX_LINE_CHARACTERS = 100;
const MAX_PARAGRAPH_LINES = 5;
const pages = await readPages();
const anchors = new Map(pages.map((page) => [page.path, anchorsOf(page)]));

test.for(pages)('the links of $path lead to files and headings that exist', ({ path, lines }) => {
  const links = [...lines.join('\n').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => !/^https?:/.test(link) && !exists(path, link));
  expect(broken).toEqual([]);
});

test.for(pages)('the prose of $path has lines of 100 characters at most', (page) => {
  const long = proseOf(page).filter(([, line]) => line.length > MAX_LINE_CHARACTERS);
  expect(long.map(([number, line]) => `${page.path}:${number}: ${line}`)).toEqual([]);
});

test.for(pages)('the paragraphs of $path have five lines at most', (page) => {
  const long = paragraphsOf(page).filter(({ count }) => count > MAX_PARAGRAPH_LINES);
  expect(long.map(({ line, count }) => `${page.path}:${line} has ${count} lines`)).toEqual([]);
});

test('every page of docs/ can be reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    const { lines = [] } = pages.find((page) => page.path === path) ?? {};
    for (const [, link = ''] of lines.join('\n').matchAll(/\]\(([^)\s#]+\.md)/g))
      if (!/^https?:/.test(link)) reached.add(normalize(join(dirname(path), link)));
  }
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});

test('CONTRIBUTING.md lists every decision', () => {
  const { lines = [] } = pages.find(({ path }) => path === 'CONTRIBUTING.md') ?? {};
  const decisions = pages.map(({ path }) => path).filter((path) => path.includes('/decisions/'));
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.filter((path) => !lines.some((line) => line.includes(path)))).toEqual([]);
});

function exists(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? from : normalize(join(dirname(from), file));
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || anchors.get(path)?.has(anchor) === true;
}
