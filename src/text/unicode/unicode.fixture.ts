/** The conformance files of the Unicode Character Database: Debian's `unicode-data`, Unicode 15.0. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { levelsOf } from '../itemise.ts';
import type { Line } from '../paragraph.ts';
import type { Cluster } from '../shape.ts';
import { poppins } from '../text.fixture.ts';
import { visualOrder } from '../visual-order.ts';

export function linesOf(file: string): string[] {
  const lines = readFileSync(`/usr/share/unicode/${file}`, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

type BidiCase = { classes: string; bits: number; levels: string[]; order: string[] };

/** The cases of BidiTest.txt. Several lines of the file share levels and an order. */
function* bidiCases(): Generator<BidiCase> {
  let [levels, order]: string[][] = [];
  for (const line of linesOf('BidiTest.txt')) {
    const [, key, values = ''] = /^@(\w+):\s*(.*)$/.exec(line) ?? [];
    if (key === 'Levels') levels = values.split(' ').filter(Boolean);
    if (key === 'Reorder') order = values.split(' ').filter(Boolean);
    const [classes = '', bits] = line.split('; ');
    if (!key) yield { classes, bits: Number(bits), levels: levels ?? [], order: order ?? [] };
  }
}

/** Defines the tests of bidirectional text with every so many cases of the files. */
export function testBidi(every = 1): void {
  describe('bidirectional text (UAX #9)', () => {
    /**
     * A mark in front sets a paragraph's direction. It has the paragraph's own level, so it does not
     * change other characters.
     */
    const MARKS = { auto: '', ltr: '\u200e', rtl: '\u200f' };
    type Direction = keyof typeof MARKS;
    type Case = { characters: readonly string[]; direction: Direction; levels: readonly string[] };

    /** A description of the differences from the expected result; undefined if there are none. */
    function fault(test: Case & { order: readonly string[]; base?: number }): string | undefined {
      const mark = MARKS[test.direction];
      const { levels, base } = levelsOf(mark + test.characters.join(''));
      let start = mark.length;
      const clusters = test.characters.map((character) => {
        const cluster = clusterOf(character, start, levels[start] ?? 0);
        start = cluster.end;
        return cluster;
      });
      const got = clusters.map(({ level }, i) => (test.levels[i] === 'x' ? 'x' : `${level}`));
      const shownClusters = clusters.filter((_, i) => test.levels[i] !== 'x');
      const line: Line = {
        paragraph: {
          text: '',
          clusters: shownClusters,
          rise: 0,
          depth: 0,
          baseLevel: base,
          breakAfter: [],
          hyphens: new Map(),
        },
        from: 0,
        to: shownClusters.length,
        last: true,
        hyphen: undefined,
      };
      const { visual } = visualOrder(line, shownClusters.length);
      const order = visual.map(({ cluster }) => clusters.indexOf(cluster));
      if (same(got, test.levels) && same(order, test.order) && base === (test.base ?? base)) return;
      return `${test.characters.map(hexOf).join(' ')} ${test.direction}: levels ${got.join(' ')} for ${test.levels.join(' ')}, order ${order.join(' ')} for ${test.order.join(' ')}`;
    }

    function clusterOf(character: string, start: number, level: number): Cluster {
      return {
        start,
        end: start + character.length,
        level,
        face: poppins,
        glyphs: [],
        advance: 1,
        rise: 0,
        depth: 0,
        space: character === ' ',
        word: character === ' ',
        missing: [],
      };
    }

    function same(
      got: readonly (string | number)[],
      expected: readonly (string | number)[],
    ): boolean {
      return (
        got.length === expected.length && got.every((value, i) => `${value}` === `${expected[i]}`)
      );
    }

    it('BidiTest.txt: every sequence of classes', () => {
      const characters: Record<string, string> = {
        L: 'a',
        R: '\u05d0',
        AL: '\u0627',
        EN: '1',
        AN: '\u0661',
        ES: '+',
        ET: '%',
        CS: ',',
        B: '\u2029',
        S: '\t',
        WS: ' ',
        ON: '!',
        BN: '\u00ad',
        NSM: '\u0300',
        LRE: '\u202a',
        RLE: '\u202b',
        PDF: '\u202c',
        LRO: '\u202d',
        RLO: '\u202e',
        LRI: '\u2066',
        RLI: '\u2067',
        FSI: '\u2068',
        PDI: '\u2069',
      };
      const directions: Direction[] = ['auto', 'ltr', 'rtl'];
      const faults: string[] = [];
      let count = 0;
      for (const [number, { classes, bits, levels, order }] of [...bidiCases()].entries()) {
        if (number % every !== 0) continue;
        const text = classes.split(' ').map((cls) => characters[cls] ?? '');
        for (const direction of directions.filter((_, bit) => (bits & (1 << bit)) !== 0)) {
          count += 1;
          const wrong = fault({ characters: text, direction, levels, order });
          if (wrong) faults.push(`${classes}: ${wrong}`);
        }
      }
      expect(count).toBeGreaterThan(700_000 / every);
      expect(faults.slice(0, 10), `${faults.length} of ${count}`).toEqual([]);
    });

    it('BidiCharacterTest.txt: brackets, isolates, marks', () => {
      const faults: string[] = [];
      const lines = linesOf('BidiCharacterTest.txt').filter((_, number) => number % every === 0);
      for (const line of lines) {
        const [codes = '', kind, base, levels = '', order = ''] = line.split(';');
        const wrong = fault({
          characters: codes.split(' ').map(characterOf),
          direction: kind === '0' ? 'ltr' : kind === '1' ? 'rtl' : 'auto',
          levels: levels.split(' '),
          order: order.split(' ').filter(Boolean),
          base: Number(base),
        });
        if (wrong) faults.push(wrong);
      }
      expect(lines.length).toBeGreaterThan(90_000 / every);
      expect(faults.slice(0, 10), `${faults.length} of ${lines.length}`).toEqual([]);
    });
  });
}

export function characterOf(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
