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

test('each language has all texts of the settings, with their places and plurals', () => {
  expect(
    catalogueFaults(en, { de, es, fr, pt, ja, ar, hi }, [
      'Name',
      'Webhooks',
      'Scope',
      'Secret',
      'Google Cloud Storage',
      'Azure Blob Storage',
      'Region (optional)',
      'Test',
      'Limits',
      'Destinations',
      'Total',
      'Link',
    ]),
  ).toEqual([]);
});
