import { assert } from '../base/index.ts';
import type { Char, Font } from '../lottie/index.ts';
import type { FontFace } from './font-face.ts';
import { outlineOf } from './outline.ts';
import type { Cluster } from './shape.ts';

const FIRST = 0xe000;
const LAST = 0xf8ff;
/** Beyond the basic plane's private use area: plane 15. */
const FIRST_SUPPLEMENTARY = 0xf0000;

type Family = { name: string; codes: Map<string, string>; chars: Char[]; ascent: number };

/**
 * The glyph outlines of one composition. Every font that a text is set in becomes a Lottie font
 * whose letters are private-use characters, one for each distinct cluster of glyphs. Players find
 * words by the space, so the font's plain space stays U+0020.
 */
export class GlyphSet {
  readonly #families = new Map<string, Family>();

  /** The Lottie font in which text of this face is written. */
  fontName(face: FontFace): string {
    return this.#family(face).name;
  }

  /** The character that stands for a cluster in text of `face`. */
  character(face: FontFace, cluster: Cluster, space: boolean, advance = cluster.advance): string {
    const family = this.#family(face);
    const plain = space && cluster.face === face && Math.abs(advance - spaceAdvance(face)) < 1e-4;
    const key = plain ? ' ' : `${cluster.face.digest} ${advance.toFixed(4)} ${cluster.glyphs.map((g) => `${g.id},${g.x.toFixed(4)},${g.y.toFixed(4)}`).join(' ')}`;
    const known = family.codes.get(key);
    if (known !== undefined) return known;
    const ch = plain ? ' ' : codeFor(family.chars.length);
    family.codes.set(key, ch);
    family.chars.push({
      ch,
      fFamily: family.name,
      style: 'Regular',
      size: 100,
      w: Math.round(advance * 10_000) / 100,
      data: { shapes: outlineOf(cluster) },
    });
    return ch;
  }

  /** Entries of the composition's `chars`. */
  chars(): Char[] {
    return [...this.#families.values()].flatMap((family) => family.chars);
  }

  /** Entries of the composition's `fonts.list`. */
  fonts(): Font[] {
    return [...this.#families.values()].map(({ name, ascent }) => ({
      fName: name,
      fFamily: name,
      fStyle: 'Regular',
      ascent: Math.round(ascent * 10_000) / 100,
    }));
  }

  #family(face: FontFace): Family {
    const known = this.#families.get(face.digest);
    if (known) return known;
    const family = { name: `Outlines ${this.#families.size + 1}`, codes: new Map<string, string>(), chars: [], ascent: face.ascent };
    this.#families.set(face.digest, family);
    return family;
  }
}

function spaceAdvance(face: FontFace): number {
  const glyph = face.font.glyph(0x20);
  return glyph === undefined ? Number.NaN : face.font.glyphHAdvance(glyph) / face.unitsPerEm;
}

function codeFor(index: number): string {
  const code = FIRST + index;
  const wide = FIRST_SUPPLEMENTARY + index - (LAST - FIRST + 1);
  assert(wide < 0xffffe, 'more glyphs than private-use characters');
  return String.fromCodePoint(code <= LAST ? code : wide);
}
