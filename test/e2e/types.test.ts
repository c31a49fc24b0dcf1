import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPages } from '../docs/pages.ts';
import { compile } from '../support/compiled.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress } from '../support/service.ts';

/** The sample of docs/command-line.md uses this type, too. */
const TYPE = 'BirthdayMapping';
const BUNDLED = ['birthday', 'skin-company', 'story-sale'];
/** Names that would end a string, a comment or a line, and names of JavaScript itself. */
const HOSTILE = [
  '*/ export const x = 1; /*',
  '"; } & any & {',
  "it's `back` \\",
  'line\nbreak\u2028and\u202Ebidi',
  '__proto__',
  'constructor',
  'Zoë 🎂 名前',
  '0',
  '',
];

type Editable = { input_type: string; required: boolean; has_example?: false };
type Editables = Record<string, Editable>;

let folder: string;
let hostile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-types-'));
  hostile = await writeHostile(join(folder, 'hostile.zip'));
});

afterAll(() => removeFolder(folder));

test('the type of a template accepts its mappings and refuses mistakes', async () => {
  const modules = new Map<string, string>();
  const wanted = new Map<string, boolean>();
  const packages = BUNDLED.map((name) => [
    name,
    fileURLToPath(new URL(`../../templates/dist/${name}.lottie`, import.meta.url)),
  ]);
  for (const [name = '', path = ''] of [...packages, ['hostile', hostile]]) {
    const out = join(folder, `${name}.ts`);
    const written = await framepress(['types', path, '--name', TYPE, '--out', out]);
    expect(written).toMatchObject({ code: 0, stderr: '' });
    modules.set(`${name}.ts`, await readFile(out, 'utf8'));
    wanted.set(`${name}.ts`, true);
    const { stdout } = await framepress(['template', 'inspect', path, '--json']);
    const { editables } = JSON.parse(stdout).style_version as { editables: Editables };
    for (const [sample, { code, isRight }] of Object.entries(samplesOf(editables))) {
      const file = `${name} ${sample}.ts`;
      modules.set(file, moduleOf(name, code));
      wanted.set(file, isRight);
    }
  }
  const { blocks = [] } =
    (await readPages()).find(({ path }) => path === 'docs/command-line.md') ?? {};
  const documented = blocks.filter(({ language }) => language === 'ts');
  expect(documented).toHaveLength(1);
  modules.set('documented.ts', documented[0]?.code ?? '');
  wanted.set('documented.ts', true);
  const errors = compile(modules);
  const wrong = [...errors].filter(([file, found]) => (found.length === 0) !== wanted.get(file));
  expect(wrong).toEqual([]);
  expect(modules.size).toBeGreaterThan(30);
  // Each mistake is refused because of the mapping, not because of its module.
  const unresolved = [...errors.values()].flat().filter((text) => text.includes('Cannot find'));
  expect(unresolved).toEqual([]);
});

test('the name of the type comes from the template or from an option', async () => {
  const bundled = fileURLToPath(new URL('../../templates/dist/story-sale.lottie', import.meta.url));
  const { stdout } = await framepress(['types', bundled]);
  expect(stdout).toMatch(/^export type \w+Mapping =/m);
  expect(stdout).toMatch(/; from [\d.]+ s to [\d.]+ s/);
  const wrong = await framepress(['types', bundled, '--name', 'string']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--name') });
  const missing = await framepress(['types', join(folder, 'none.lottie')]);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('none.lottie') });
});

/** A package whose editables have the hostile names. All of them fill the same layer's color or text. */
async function writeHostile(path: string): Promise<string> {
  const lottie = smallLottie(10);
  const solid = (lottie['layers'] as Record<string, unknown>[])[2] as Record<string, unknown>;
  lottie['layers'] = HOSTILE.map((_, index) => ({ ...solid, nm: `s${index}` }));
  const editables = HOSTILE.filter((name) => name !== '').map((name, index) => [
    name,
    { targets: [`s${index}`], label: `${name} */ @deprecated`, required: index % 2 === 0 },
  ]);
  const template = { version: 1, editables: Object.fromEntries(editables) };
  return writePackage(path, lottie, template);
}

/** Mappings as code, most of them with a mistake. Keys are computed, because of `__proto__`. */
function samplesOf(editables: Editables): Record<string, { code: string; isRight: boolean }> {
  const inResources = Object.entries(editables).filter(([, e]) => e.input_type !== 'audio');
  // TypeScript finds `constructor` in every object, so that its entry cannot be optional.
  const isInherited = (name: string) => name === 'constructor';
  const required = inResources.filter(([name, e]) => e.required || isInherited(name));
  const withoutExample = inResources.filter(
    ([name, e]) => e.has_example === false || isInherited(name),
  );
  const all = inResources.map(entryCode);
  const mapping = (entries: string[], more = '') =>
    `{ template_style_version_id: 'tsv_1', resources: { ${entries.join(', ')} }, ${more} }`;
  const right = (code: string) => ({ code, isRight: true });
  const wrong = (code: string) => ({ code, isRight: false });
  const [[name] = ['']] = inResources;
  const other = (code: string) => [...all.slice(1), `[${JSON.stringify(name)}]: ${code}`];
  return {
    all: right(mapping(all)),
    required: right(mapping(required.map(entryCode))),
    examples: right(mapping(withoutExample.map(entryCode), "missing: 'example'")),
    'missing editable': wrong(mapping(required.slice(1).map(entryCode))),
    'wrong name': wrong(mapping([...all, 'no_such_editable: { source: { text: "x" } }'])),
    'wrong name with examples': wrong(
      mapping([...all, 'no_such_editable: { source: { text: "x" } }'], "missing: 'example'"),
    ),
    'wrong transform': wrong(
      mapping(other('{ source: { text: "x" }, transform: { fit: "wide", volume: 2 } }')),
    ),
    'wrong source': wrong(mapping(other('{ source: { url: "https://example.com/a.png" } }'))),
    'two sources': wrong(mapping(other('{ source: { remote_url: "x", upload_id: "y" } }'))),
    'no source': wrong(mapping(other('{}'))),
    'wrong missing': wrong(mapping(all, "missing: 'none'")),
    'wrong field': wrong(mapping(all, 'audio: {}')),
    'wrong font': wrong(
      mapping(all, 'font_changes: { NoSuchFont: { source: { upload_id: "u" } } }'),
    ),
  };
}

const SOURCES: Record<string, string> = { text: '{ text: "Ana" }', color: '{ color: "#a03060" }' };

function entryCode([name, { input_type: type }]: [string, Editable]): string {
  const source = SOURCES[type] ?? '{ remote_url: "https://example.com/file" }';
  return `[${JSON.stringify(name)}]: { source: ${source} }`;
}

/** A module that creates a session with a mapping. */
function moduleOf(name: string, mapping: string): string {
  return `
import { Framepress } from '@framepress/client';
import type { ${TYPE} } from './${name}.ts';
const framepress = new Framepress({ baseUrl: 'http://127.0.0.1:4210', token: 'x' });
const mapping: ${TYPE} = ${mapping};
await framepress.renders.create({ title: 'Ana', mapping, render: 'final' }).wait();
`;
}
