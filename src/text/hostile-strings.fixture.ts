import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../base/index.ts';
import { BOX, lay } from './text.fixture.ts';

/** The limit of a text. */
const MAX = 50_000;

/** Hostile strings of at most `max` characters: each is laid out. */
const sane = (max: number): [string, string][] => [
  ['only spaces', ' '.repeat(max)],
  ['only newlines', '\n'.repeat(max)],
  ['only U+0000', '\0'.repeat(max)],
  ['only soft hyphens', '\u00ad'.repeat(max)],
  ['a mark without a letter', '\u0301'],
  [
    'every control character',
    Array.from({ length: 0xa0 }, (_, c) => String.fromCharCode(c)).join(''),
  ],
  ['nested embeddings', `${'\u202b'.repeat(max / 2 - 1)}a${'\u202c'.repeat(max / 2)}`],
  ['nested isolates', `${'\u2067'.repeat(max / 10)}a${'\u2069'.repeat(max / 10)}`],
  ['isolates side by side', '\u2067a\u2069'.repeat(max / 10)],
  ['changing directions', 'aא'.repeat(max / 2)],
  ['brackets', '('.repeat(max / 2) + ')'.repeat(max / 2)],
  ['hyphens everywhere', 'a\u00ad'.repeat(max / 2)],
  ['many family emoji', '👩‍👩‍👧'.repeat(max / 10)],
  ['unassigned and private code points', '\uffff\ufffe\u0378\ue000\u{10ffff}'],
];
/** Each is rejected with `text_invalid`. */
const REFUSED: [string, string][] = [
  ['a million characters', 'a'.repeat(1_000_000)],
  ['a lone surrogate', 'a\ud800'],
  ['100,000 marks', '\u0301'.repeat(100_000)],
  ['50,000 marks on a letter', `a${'\u0301'.repeat(MAX - 1)}`],
  ['a chain of joiners', '👩\u200d'.repeat(MAX / 3)],
  ['15,000 isolates', '\u2067a\u2069'.repeat(15_000)],
];

/** Defines a test of each string. `max` is at most the limit of a text. */
export function testHostileStrings(max = MAX): void {
  describe('layoutText with hostile strings', () => {
    it.each(sane(max))('lays out %s', (_name, text) => {
      for (const document of [{}, { ...BOX, ca: 2, j: 6 }]) {
        const { fit, document: layout } = lay(text, document, { order: 'logical' });
        expect(fit.lines).toBeGreaterThanOrEqual(1);
        expect(layout.t?.length).toBeLessThan(3 * MAX);
      }
    });

    it.each(REFUSED)('rejects %s', (_name, text) => {
      expect(() => lay(text, BOX)).toThrow(expect.objectContaining({ code: 'text_invalid' }));
    });

    it('lays out or rejects random strings', () => {
      const unit = fc.oneof(
        fc.integer({ min: 0, max: 0xffff }),
        fc.constantFrom(
          0xd83d,
          0xde00,
          0x200d,
          0x202e,
          0x2067,
          0x2069,
          0x301,
          0xad,
          0x20,
          0x0a,
          0x94d,
        ),
      );
      const property = fc.property(fc.array(unit, { maxLength: 200 }), (units) => {
        try {
          expect(lay(String.fromCharCode(...units), BOX).fit.lines).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'text_invalid')) throw error;
        }
      });
      fc.assert(property, { numRuns: max / 100, seed: 7 });
    });
  });
}
