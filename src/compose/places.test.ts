import { expect, test } from 'vitest';
import type { Lottie } from '../lottie/index.ts';
import type { Template } from '../template/index.ts';
import { placesAt } from './places.ts';

test('a text with very many lines has a place', () => {
  const document = { t: `${'\r'.repeat(300_000)}Ana`, s: 1, f: 'F', lh: 0.001 };
  const layer = {
    ty: 5,
    ind: 1,
    ip: 0,
    op: 10,
    st: 0,
    ks: { p: { a: 0, k: [50, 50] } },
    t: { d: { sid: 'name', k: [{ s: document, t: 0 }] } },
  };
  const lottie = {
    v: '5.9.0',
    fr: 25,
    ip: 0,
    op: 10,
    w: 100,
    h: 100,
    layers: [layer],
  } as unknown as Lottie;
  const editables = { name: { input_type: 'text' } } as unknown as Template['editables'];
  expect(placesAt({ lottie, editables }, 0)).toMatchObject([{ editable: 'name' }]);
});
