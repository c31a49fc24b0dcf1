import { expect, test } from 'vitest';
import { ar } from './ar.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { ja } from './ja.ts';
import { pt } from './pt.ts';

/** English texts that are right in another language as well: names, and words that are the same. */
const SHARED: readonly string[] = [
  'Editor',
  'Videos',
  'Audio',
  'Video',
  'Pause',
  'Position',
  'Images',
  'Image',
  '{width} × {height} pixels',
  'Volume',
  'Moments',
];

test('each language has all texts of the editor, with their places and plurals', () => {
  expect(catalogueFaults(en, { de, es, fr, pt, ja, ar, hi }, SHARED)).toEqual([]);
});
