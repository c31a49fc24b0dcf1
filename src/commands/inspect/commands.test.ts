import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { templateInitCommand } from './init.ts';
import { templateInspectCommand } from './inspect.ts';

const HOSTILE = '<script>"\u001b[2J';
const NONE = [
  [0, 0],
  [0, 0],
  [0, 0],
];
const text = { t: 'Hello', f: 'Inter', s: 20, sz: [90, 30], fc: [0, 0, 0], lh: 24, j: 0 };
const layer = { ip: 0, op: 30, ks: {} };
const BAR_PATH = {
  i: NONE,
  o: NONE,
  v: [
    [0, 0],
    [9, 0],
    [9, -70],
  ],
  c: true,
};
const BAR = { ty: 'gr', it: [{ ty: 'sh', ks: { a: 0, k: BAR_PATH } }] };
const ANIMATION = {
  nm: HOSTILE,
  fr: 30,
  ip: 0,
  op: 30,
  w: 100,
  h: 50,
  fonts: { list: [{ fName: 'Inter', fFamily: 'Inter', fStyle: 'Regular' }] },
  chars: [
    { ch: 'H', fFamily: 'Inter', style: 'Regular', size: 20, w: 72, data: { shapes: [BAR] } },
  ],
  layers: [{ ...layer, ty: 5, nm: 'Headline', t: { d: { k: [{ t: 0, s: text }] } } }],
};

test('a starter is written once, and the page of a report is escaped and has no scripts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-inspect-'));
  onTestFinished(() => removeFolder(folder));
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const [file, out, html] = ['data.json', 'out.json', 'r.html'].map((name) => join(folder, name));
  if (!file || !out || !html) throw new Error('unreachable');
  await writeFile(file, JSON.stringify(ANIMATION));
  await templateInitCommand(file, { out });
  const json = JSON.parse(await readFile(out, 'utf8')) as { editables: object };
  expect(json.editables).toMatchObject({ headline: { type: 'text', targets: ['Headline'] } });
  await expect(templateInitCommand(file, { out })).rejects.toMatchObject({ code: 'conflict' });
  await templateInitCommand(file, { out, force: true });
  await expect(templateInitCommand(file, { out: folder, force: true })).rejects.toMatchObject({
    message: expect.stringContaining('it is a folder'),
  });
  await expect(templateInitCommand(file, { out: file, force: true })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(templateInspectCommand(file, { html: file })).rejects.toThrow('is the package');
  await templateInspectCommand(file, { html });
  const page = await readFile(html, 'utf8');
  expect(page).toContain('&#60;script&#62;');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('\u001b');
  expect(page).toContain('d="M0 0C0 0 9 0 9 0C9 0 9 -70 9 -70C9 -70 0 0 0 0Z"');
  expect(page).toMatch(/replaced by NotoSans-Regular<\/figcaption><svg/);
  const lines = written.mock.calls.map(([line]) => String(line)).join('');
  expect(lines).toContain('Layers that an editable could change:');
  expect(lines).toContain('text Headline');
  expect(lines).not.toContain('\u001b');
});
