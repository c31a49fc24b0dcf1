import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Part } from '../../test/support/parts.ts';
import { drawnInk } from './drawing.fixture.ts';
import type { LayoutInput } from './layout.ts';

const COUNT = 60;
const FEW = 15;
const WORDS = [
  ...['Zoë', 'OFFICE', 'straße', 'مرحبا', 'שלום', 'नमस्ते', 'gjpq', '2024'],
  'Wy\u00adWy',
];

const drawings = fc.record({
  text: fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 })
    .map((list) => list.join(' ')),
  width: fc.integer({ min: 60, max: 380 }),
  height: fc.integer({ min: 50, max: 180 }),
  j: fc.nat(6),
  vj: fc.nat(2),
  more: fc.constantFrom<Partial<LayoutInput>>({}, { order: 'logical' }),
});

/** Draws some of the random texts, which are the same in every run. */
export function testRandomDrawings(part: Part): void {
  it('draws random texts inside their boxes', () => {
    for (const drawing of part(fc.sample(drawings, { numRuns: COUNT, seed: 5 }), FEW)) {
      const { text, width, height, j, vj, more } = drawing;
      const document = { sz: [width, height], ps: [-width / 2, -height / 2], j, vj };
      const ink = drawnInk({ text, document, more: { ...more, minFontSize: 1 } });
      const what = JSON.stringify(drawing);
      // Strokes of letters reach slightly out of their advances, marks and descenders out of the line.
      expect(Math.min(ink.left + width / 2, width / 2 - ink.right), what).toBeGreaterThan(-6);
      expect(Math.min(ink.top + height / 2, height / 2 - ink.bottom), what).toBeGreaterThan(-16);
    }
  });
}
