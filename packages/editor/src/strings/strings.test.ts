import { expect, test } from 'vitest';
import ar from './ar.json' with { type: 'json' };
import { translatorOf } from './catalogue.ts';
import { catalogueFaults } from './catalogue-faults.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** English texts that are right in another language as well: names, and words that are the same. */
const SHARED: readonly string[] = [
  'Editor',
  'Videos',
  'Audio',
  'Video',
  'Pause',
  'Position',
  'Positions',
  'Menus',
  'Images',
  'Image',
  '{width} × {height} pixels',
  'Volume',
  'Moments',
];

test('each language has all texts of the editor, with their places and plurals', () => {
  expect(catalogueFaults(en, { de, es, fr, pt, ja, ar, hi }, SHARED)).toEqual([]);
});

test('a name does not turn the words around it', () => {
  const t = translatorOf('en', { ask: 'Delete “{name}”? Its videos stay.' });
  const nameIn = (name: string) => t('ask', { name }).slice(8, -19);
  expect(nameIn('Spring')).toBe('Spring');
  expect(nameIn('عيد')).toBe('\u2068عيد\u2069');
  expect(nameIn('a\u202eb')).toBe('\u2068ab\u2069');
  expect(nameIn('a\u2069\u2067b')).toBe('\u2068a\u2067b\u2069\u2069');
});
