import { catalogueFaults } from '@framepress/editor/strings';
import { expect, test } from 'vitest';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** English texts that are right in another language as well: names, and words that are the same. */
const SHARED: readonly string[] = [
  'Framepress',
  'Admin',
  'Code: {code}',
  'Terminal',
  'Uploads',
  'Link',
  'Version',
  'Versions',
  'Optional',
  'Text',
  'Video',
  'Videos',
  'Audio',
  'Image',
  'Color',
  'Position',
  'Menu',
  'Editor',
  'In {path}',
  'Name',
  'Standard',
  'Status',
  '{lufs} LUFS',
  'Secret',
  'Test',
  'Pages',
  'Messages',
  '{size} pixels',
  'Moment',
  'Destinations',
  'JSON Schema',
  'Total',
];

test('each language has all texts of the studio, with their places and plurals', () => {
  expect(catalogueFaults(en, { de, es, fr, pt, ja, ar, hi }, SHARED)).toEqual([]);
});
