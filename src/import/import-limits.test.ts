import { expect, test } from 'vitest';
import { importTemplate } from './import.ts';

const times = { ip: 0, op: 6 };

function importOf(layers: object[]) {
  const lottie = { v: '5.9.0', fr: 30, ...times, w: 100, h: 100, layers };
  const animation = new TextEncoder().encode(JSON.stringify(lottie));
  return importTemplate({
    label: 'test',
    animation,
    base: '',
    templateJson: undefined,
    files: new Map(),
  });
}

/** A text layer with a keyframe for each font. */
function text(name: string, fonts: readonly string[]) {
  const k = fonts.map((f, i) => ({ t: i / fonts.length, s: { t: 'a', f, s: 10, fc: [0, 0, 0] } }));
  return { ty: 5, nm: name, ...times, ks: {}, t: { d: { k }, a: [] } };
}

test.each([
  ['many', 1001, 4],
  ['long', 11, 10_000],
])('too %s fonts of texts are refused, also when no list has them', async (_, count, length) => {
  const fonts = Array.from({ length: count }, (_, i) => String(i).padEnd(length, 'f'));
  await expect(importOf([text('t_01', fonts)])).rejects.toMatchObject({
    code: 'lottie_too_large',
    message: `Expected at most 1000 fonts with 100000 characters in their names for the texts but received ${count} with ${count * length}.`,
  });
});

test('editables with very long names are rejected, because every answer contains them', async () => {
  const layers = Array.from({ length: 50 }, (_, i) => text(`t_${i}`.padEnd(100_000, '0'), ['A']));
  await expect(importOf(layers)).rejects.toMatchObject({
    code: 'lottie_too_large',
    message: expect.stringMatching(/^Expected at most 4194304 bytes for the description of all/),
  });
});
