import { type Cue, type PlacedWord, spokenWords } from '../../captions/index.ts';
import { type Easing, LAYER, type Layer, type TextDocument } from '../../lottie/index.ts';
import type { Color } from '../../mapping/index.ts';
import type { GlyphSet, TextLayout } from '../../text/index.ts';
import { channelsOf } from '../color.ts';
import type { Rectangle } from '../texts/shape-bounds.ts';
import { inkOfLetters } from '../texts/text-bounds.ts';
import { BOX_SIDE, type CaptionLook, letterColor } from './caption-look.ts';
import { withMotion } from './caption-motion.ts';

/** The frames of a cue: the first one, and the one after the last. */
export type CaptionFrames = { from: number; to: number; frameAt: (seconds: number) => number };

/** What a layer of text shows from a frame on. */
type TextStep = { frame: number; text: string };

type Parts = {
  cue: Cue;
  layout: TextLayout;
  sources: TextLayout['sources'];
  look: CaptionLook;
  glyphs: GlyphSet;
  language: string;
  frames: CaptionFrames;
  /** The first index that no layer has. */
  nextIndex: () => number;
};

/**
 * A longer cue, which hardly fits, shows its words at once: each word has all letters of the cue, so hundreds of
 * words would take hundreds of megabytes.
 */
const MAX_FOLLOWED_WORDS = 60;

/** Returns the layers of a cue, from front to back. */
export function captionLayers(parts: Parts): Layer[] {
  const { look, frames, layout, cue, language } = parts;
  const words = look.spoken ? spokenWords(cue, language) : [];
  const isFollowed = words.length <= MAX_FOLLOWED_WORDS;
  const steps = look.spoken && isFollowed && spokenSteps(parts, words, look.spoken.how);
  const wholeText = [{ frame: frames.from, text: layout.document.t ?? '' }];
  const layers = [
    ...(steps && look.spoken ? [spokenLayer(parts, steps.word, look.spoken)] : []),
    letterLayer(parts, steps ? steps.base : wholeText, look.color),
    ...(look.hasShadow ? shadowLayers(parts, wholeText) : []),
    ...(look.box ? [boxLayer(parts, look.box.color)] : []),
  ];
  return withMotion(layers, {
    ...parts,
    center: () => centerOf(layout.document.t ?? '', layout, parts.glyphs),
  });
}

/** The letters in a color, with their outline. */
function letterLayer(parts: Parts, steps: readonly TextStep[], color: Color | undefined): Layer {
  const { outline } = parts.look;
  const { document } = parts.layout;
  const plain = color ? colored(document, color) : document;
  const stroke = outline && strokeOf(outline.color, outline.width * (plain.s ?? 0));
  return textLayer(parts, { ...plain, ...stroke, ...(outline?.isAbove && { of: true }) }, steps);
}

function shadowLayers(parts: Parts, steps: readonly TextStep[]): Layer[] {
  const { document } = parts.layout;
  const size = document.s ?? 0;
  return SHADOW.map(({ width, opacity }) => {
    const { fc: _fc, ...lines } = document;
    const shadow = { ...lines, ...strokeOf(BLACK, width * size) };
    const layer = textLayer(parts, shadow, steps);
    layer.ks = { ...layer.ks, o: still(opacity), p: still([0, size * SHADOW_DROP, 0]) };
    return layer;
  });
}

/** Lines around the letters, each wider and lighter than the one before: a soft shadow without a blur. */
const SHADOW = [
  { width: 0.08, opacity: 48 },
  { width: 0.22, opacity: 16 },
] as const;
const SHADOW_DROP = 0.025;
const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 255 };
const ROUND_JOIN = 2;

function strokeOf(color: Color, width: number): TextDocument {
  return { sc: letterColor(color), sw: width, of: false, lj: ROUND_JOIN };
}

function colored(document: TextDocument, color: Color): TextDocument {
  return { ...document, fc: letterColor(color) };
}

function textLayer({ frames }: Parts, document: TextDocument, steps: readonly TextStep[]): Layer {
  const k = steps.map(({ frame, text }) => ({ t: frame, s: { ...document, t: text } }));
  return { ...layerOf(LAYER.text, frames), t: { d: { k }, a: [] } };
}

/** The texts of a cue while it is spoken: without the spoken word, and the spoken word alone. */
type SpokenSteps = { base: TextStep[]; word: (TextStep & { center: [number, number] })[] };

/** `pop`: words show from the time at which they are spoken. */
function spokenSteps(
  { layout, sources: sourcesOf, glyphs, frames }: Parts,
  words: readonly PlacedWord[],
  how: 'highlight' | 'pop',
): SpokenSteps {
  const { document } = layout;
  const { t = '', f } = document;
  const sources = sourcesOf();
  const wordAt = sources.map((source) =>
    source ? words.findIndex(({ start, end }) => start < source.end && source.start < end) : -1,
  );
  const base: TextStep[] = [];
  const word: SpokenSteps['word'] = [];
  const blank = glyphs.withBlanks(f, t, () => false);
  const add = (frame: number, baseText: string, wordText: string) => {
    const isSame = base.at(-1)?.frame === frame;
    if (isSame) base.pop();
    if (isSame) word.pop();
    base.push({ frame, text: baseText });
    word.push({ frame, text: wordText, center: centerOf(wordText, layout, glyphs) });
  };
  const spokenUntil = (index: number) =>
    how === 'pop' ? (at: number) => (wordAt[at] ?? -1) < index : () => true;
  add(frames.from, glyphs.withBlanks(f, t, spokenUntil(0)), blank);
  for (const [index, { word: spoken }] of words.entries()) {
    const from = Math.max(frames.from, frames.frameAt(spoken.startSeconds));
    if (from >= frames.to) break;
    const keeps = spokenUntil(index);
    add(
      from,
      glyphs.withBlanks(f, t, (at) => wordAt[at] !== index && keeps(at)),
      glyphs.withBlanks(f, t, (at) => wordAt[at] === index),
    );
    const next = words[index + 1]?.word.startSeconds ?? Number.POSITIVE_INFINITY;
    const to = Math.max(from + 1, frames.frameAt(spoken.endSeconds));
    // A short pause between words is not seen.
    const hasPause = frames.frameAt(next) - to > 2 && to < frames.to;
    if (hasPause) add(to, glyphs.withBlanks(f, t, spokenUntil(index + 1)), blank);
  }
  return { base, word };
}

/** The middle of the letters of a text that have ink. */
function centerOf(text: string, { document }: TextLayout, glyphs: GlyphSet): [number, number] {
  const ink = inkOf({ ...document, t: text }, glyphs);
  return ink ? [(ink[0] + ink[2]) / 2, (ink[1] + ink[3]) / 2] : [0, 0];
}

function inkOf(document: TextDocument, glyphs: GlyphSet): Rectangle | undefined {
  const font = glyphs.fontNamed(document.f);
  if (!font) return undefined;
  const entry = { fName: font.name, fFamily: font.name, fStyle: 'Regular', ascent: font.ascent };
  const letters = inkOfLetters(document, font.chars, entry);
  if (letters.length === 0) return undefined;
  const sides = [0, 1, 2, 3].map((side) => letters.map((letter) => letter[side] ?? 0));
  const [left = [], top = [], right = [], bottom = []] = sides;
  return [Math.min(...left), Math.min(...top), Math.max(...right), Math.max(...bottom)];
}

function spokenLayer(
  parts: Parts,
  steps: SpokenSteps['word'],
  { how, color }: NonNullable<CaptionLook['spoken']>,
): Layer {
  const layer = letterLayer(parts, steps, color);
  if (how === 'pop') layer.ks = { ...layer.ks, ...popOf(steps, parts.frames) };
  return layer;
}

/** In seconds, and in percent of the size. */
const POP = [
  { delay: 0, scale: 72 },
  { delay: 0.1, scale: 108 },
  { delay: 0.2, scale: 100 },
] as const;

/** Each word grows about its middle when it is spoken. */
function popOf(
  steps: SpokenSteps['word'],
  { frameAt, to }: CaptionFrames,
): Pick<NonNullable<Layer['ks']>, 'a' | 'p' | 's'> {
  const centers = steps.map(({ frame, center }) => ({ t: frame, s: [...center, 0], h: 1 }));
  const framesOf = (seconds: number) => frameAt(seconds) - frameAt(0);
  const [, grown, atRest] = POP.map(({ delay }) => framesOf(delay));
  // At low frame rates, a word has no frames in which it grows.
  const hasFrames = grown !== undefined && atRest !== undefined && 0 < grown && grown < atRest;
  const scales = steps.flatMap(({ frame }, index) => {
    const end = steps[index + 1]?.frame ?? to;
    // A word that is soon followed by the next one has no time to grow.
    const isShort = !hasFrames || frame + atRest >= end;
    return (isShort ? POP.slice(-1) : POP).map(({ delay, scale }) => ({
      t: isShort ? frame : frame + framesOf(delay),
      s: [scale, scale, 100],
      ...EASE,
    }));
  });
  // The scale of the next word begins at once.
  const heldScales = scales.map((key, index) =>
    steps.some(({ frame }) => frame === scales[index + 1]?.t) ? { t: key.t, s: key.s, h: 1 } : key,
  );
  return { a: moving(centers), p: moving(centers), s: moving(heldScales) };
}

/** A property with keyframes. One alone is a value that stays: some players need two. */
function moving<K extends { s: number[] }>(keys: readonly K[]) {
  const [first] = keys;
  return first && keys.length === 1 ? still(first.s) : { a: 1 as const, k: [...keys] };
}

const EASE: { i: Easing; o: Easing } = { i: { x: [0.4], y: [1] }, o: { x: [0.3], y: [0] } };

/** In parts of the size, from the ink or from the height of capitals and the baseline. */
const PADDING = { top: 0.42, bottom: 0.46, ink: 0.16, radius: 0.22 };

/** A rounded box around all lines. */
function boxLayer({ layout, glyphs, frames, look }: Parts, color: Color): Layer {
  const { document, block, fit } = layout;
  const size = document.s ?? 0;
  const { firstBaseline, width, capHeight } = block;
  const last = firstBaseline + (fit.lines - 1) * (document.lh ?? 0);
  const [, inkTop, , inkBottom] = inkOf(document, glyphs) ?? [0, firstBaseline, 0, last];
  const top = Math.min(firstBaseline - capHeight - PADDING.top * size, inkTop - PADDING.ink * size);
  const bottom = Math.max(last + PADDING.bottom * size, inkBottom + PADDING.ink * size);
  const { left, width: room } = look.area;
  const middle = {
    left: left + width / 2,
    center: left + room / 2,
    right: left + room - width / 2,
  };
  const shape = {
    ty: 'rc',
    p: still([middle[look.align], (top + bottom) / 2]),
    s: still([width + 2 * BOX_SIDE * size, bottom - top]),
    r: still(PADDING.radius * size),
  };
  const opacity = (color.alpha / 255) * 100;
  const fill = { ty: 'fl', c: still(channelsOf(color)), o: still(opacity), r: 1 };
  const transform = {
    ty: 'tr',
    p: still([0, 0]),
    a: still([0, 0]),
    s: still([100, 100]),
    r: still(0),
    o: still(100),
  };
  return {
    ...layerOf(LAYER.shape, frames),
    shapes: [
      { ty: 'gr', it: [shape, { ...fill, c: still([...letterColor(color), 1]) }, transform] },
    ],
  };
}

function layerOf(ty: number, { from, to }: CaptionFrames): Layer {
  const origin = still([0, 0, 0]);
  const ks = { o: still(100), r: still(0), p: origin, a: origin, s: still([100, 100, 100]) };
  return { ty, ip: from, op: to, st: 0, sr: 1, ks };
}

function still<T>(value: T): { a: 0; k: T } {
  return { a: 0, k: value };
}
