import { expect, test } from 'vitest';
import { importTemplate } from './import.ts';
import { readPackage } from './package.ts';

const still = (k: unknown) => ({ a: 0, k });
const ks = { o: still(100), p: still([0, 50, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
const document = (t: string) => ({
  f: 'Poppins-Bold',
  s: 20,
  t,
  j: 0,
  fc: [0, 0, 0],
  sz: [90, 90],
});

/** The findings about texts of a layer with these texts, one every ten frames. */
async function findings(nm: string, texts: readonly string[], more: object = {}) {
  const k = texts.map((t, n) => ({ t: n * 10, s: document(t) }));
  const layer = { ty: 5, nm, ip: 0, op: 60, st: 0, ks, t: { d: { k, ...more }, a: [] } };
  const size = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 100, h: 100 };
  const bytes = Buffer.from(JSON.stringify({ ...size, layers: [layer] }));
  const { warnings } = await importTemplate(await readPackage(bytes, 'a.json'));
  return warnings.filter(({ code }) => code === 'text_keyframes');
}

test('an editable text that changes by keyframes is reported with its texts', async () => {
  expect(await findings('t_01', ['Three', 'Two', 'One'])).toMatchObject([
    {
      code: 'text_keyframes',
      message:
        'The text "t_01" changes by keyframes: "Three", "Two", "One". A text of a mapping replaces all of them.',
      layer_path: 't_01',
      start: 0,
      end: 2,
      hint: expect.any(String),
    },
  ]);
  const [many] = await findings('t_01', ['1', '2', '3', '4', '5', '6']);
  expect(many?.message).toContain('"4", "5" and 1 more.');
});

test.each<[string, string, string[], object?]>([
  ['with one text', 't_01', ['One']],
  ['with keyframes of the same text', 't_01', ['One', 'One']],
  ['that is not editable', 'title', ['One', 'Two']],
  [
    'that an expression writes',
    't_01',
    ['One'],
    { x: 'var $bm_rt; $bm_rt = "a" + Math.round(time);' },
  ],
])('a text %s is not reported', async (_, nm, texts, more) => {
  expect(await findings(nm, texts, more)).toEqual([]);
});
