import { expect, test } from 'vitest';
import { catalogueFaults } from '../strings/index.ts';
import { shownText, storedText, withTexts } from './speech-text.ts';
import ar from './strings/ar.json' with { type: 'json' };
import de from './strings/de.json' with { type: 'json' };
import en from './strings/en.json' with { type: 'json' };
import es from './strings/es.json' with { type: 'json' };
import fr from './strings/fr.json' with { type: 'json' };
import hi from './strings/hi.json' with { type: 'json' };
import ja from './strings/ja.json' with { type: 'json' };
import pt from './strings/pt.json' with { type: 'json' };

const TEXTS = [
  { name: 't_01', label: 'Guest' },
  { name: 't_02', label: 'Title' },
  { name: 't_03', label: 'Title' },
  { name: 'a', label: 'x{y' },
];

test('the names of texts are shown by their labels, if these are clear', () => {
  const text = 'Hi {t_01}, {t_02}, {a}, {{t_01}} {other} {';
  const fieldText = 'Hi {Guest}, {t_02}, {a}, {{t_01}} {other} {';
  expect(shownText(text, TEXTS)).toBe(fieldText);
  expect(storedText(fieldText, TEXTS)).toBe(text);
  expect(storedText('{ Guest }', TEXTS)).toBe('{t_01}');
});

test('texts take the place of their names', () => {
  const texts: Record<string, string> = { t_01: 'A{n}a' };
  expect(withTexts('{{x}} {t_01}, {t_02}', (name) => texts[name])).toBe('{{x}} A{{n}}a, {t_02}');
});

test('each language has all texts of the voice', () => {
  expect(catalogueFaults(en, { de, es, fr, pt, ja, ar, hi }, [])).toEqual([]);
});
