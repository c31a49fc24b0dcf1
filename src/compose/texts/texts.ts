import { AppError, defined, type Fault, jsonPointer } from '../../base/index.ts';
import {
  type Char,
  eachObject,
  type Font,
  type Layer,
  type Lottie,
  type TextDocument,
} from '../../lottie/index.ts';
import { entryOf, type ParsedMapping, type ParsedText } from '../../mapping/index.ts';
import {
  type BoundDocument,
  documentsOf,
  type Editable,
  type Template,
  targetsOf,
} from '../../template/index.ts';
import { type FontFace, type FontLibrary, GlyphSet, type TextLayout } from '../../text/index.ts';
import { addCaptions, type CaptionFit, type CaptionResult } from '../captions/add-captions.ts';
import type { CaptionPlace } from '../captions/caption-places.ts';
import type { ShownCaptions } from '../captions/shown-captions.ts';
import { channelsOf } from '../color.ts';
import { keepLetterColors } from './color-letters.ts';
import { type Cut, cutOff, type SetText } from './cut-off.ts';
import {
  lettersByFont,
  type OwnLetters,
  styleKey,
  trackLetters,
  withBrokenWords,
  withLineBreaks,
} from './own-letters.ts';
import type { Rectangle } from './shape-bounds.ts';
import { inkOfLetters } from './text-bounds.ts';
import { TextLayoutCache } from './text-layout-cache.ts';
import {
  mergeFindings,
  replacedFonts,
  type TextFindings,
  type TextWarning,
  warningsOf,
} from './text-warnings.ts';

/** After Effects' forced line break. */
const END_OF_TEXT = '\u0003';

/** The result of setting the texts: the fit of each editable, and the used fonts. */
export type TextResult = {
  fit: Record<string, TextFindings['fit']>;
  fonts: { name: string; family: string; from: string; digest: string }[];
  /** All captions of the mapping, as the video shows them. */
  captions: ShownCaptions[];
  captionFits: CaptionFit[];
  warnings: TextWarning[];
  /** Faults of the texts that could not be set; these texts are unchanged. */
  faults: Fault[];
};

export type FontsByName = ReadonlyMap<string | undefined, Font>;
export type Setting = {
  fonts: FontLibrary;
  texts: TextLayoutCache;
  language: string;
  list: FontsByName;
};

/**
 * Sets every text of the document as glyph outlines, so that it needs no fonts. A layer whose text
 * does not change and whose letters are in the file (`chars`) keeps the designer's own outlines.
 * An expression has set the text of the layers in `written`, so it replaces the customer's text. `names` are
 * the layers of placeholders: nothing is reported about them. `places` are the places of captions.
 */
export function setTexts(
  lottie: Lottie,
  template: Template,
  mapping: ParsedMapping,
  {
    fonts,
    written,
    names = new Set(),
    places = [],
  }: {
    fonts: FontLibrary;
    written?: ReadonlySet<Layer> | undefined;
    names?: ReadonlySet<Layer> | undefined;
    places?: readonly CaptionPlace[] | undefined;
  },
): TextResult {
  // A composed file may be imported as a template: its fonts keep their names.
  const glyphs = new GlyphSet((lottie.fonts?.list ?? []).map((font) => font.fName));
  const setting: Setting = {
    fonts,
    texts: new TextLayoutCache(glyphs),
    language: template.language,
    list: fontsByName(lottie),
  };
  const letters = lettersByFont(lottie);
  /** By editable; undefined for text without an editable. */
  const findings = new Map<string | undefined, TextFindings>();
  /** Of texts without an editable: by the name of a font that is replaced. */
  const replaced = new Map<string, TextFindings>();
  const usedFonts: Used = new Map();
  const ownLayers: Layer[] = [];
  const faults = new Map<string, Fault>();
  const layoutsByLayer = new Map<Layer, TextLayout[]>();
  setNames(names, setting);
  const isOther = (layer: Layer) => !names.has(layer) && layer.captions === undefined;
  for (const layer of textLayers(lottie).filter(isOther)) {
    const name = layer.t?.d.sid;
    const entry = entryOf(mapping, name, 'text');
    const editable = template.editables[name ?? ''];
    const isWritten = written?.has(layer) === true;
    const isOwn = !entry || (!isWritten && saysTheSame(entry, layer));
    if (isOwn && bringsItsGlyphs(documentsOf(layer), letters, setting)) {
      for (const document of documentsOf(layer)) delete document.room;
      ownLayers.push(layer);
      continue;
    }
    try {
      const { textFindings, layouts } = setLayer(layer, {
        entry,
        isWritten,
        editable,
        setting,
        usedFonts,
      });
      if (textFindings) findings.set(name, mergeFindings(findings.get(name), textFindings));
      if (name === undefined) addReplacedFont(replaced, textFindings);
      layoutsByLayer.set(layer, layouts);
    } catch (error) {
      // The same text in many layers has the same fault, which is reported once.
      for (const fault of faultsOf(error, name, entry))
        faults.set(`${fault.editable} ${fault.message}`, fault);
    }
  }
  reportCut(findings, cutOff(lottie, template, editableTexts(layoutsByLayer, inkFinder(glyphs))));
  const captions = setCaptions(lottie, mapping, setting, {
    glyphs,
    usedFonts,
    captions: template.captions,
    places,
  });
  keepLetterColors(lottie, glyphs);
  replaceFonts(lottie, glyphs, keepLetters(lottie, ownLayers));
  return {
    fit: Object.fromEntries(
      [...findings].flatMap(([name, { fit }]) => (name === undefined ? [] : [[name, fit]])),
    ),
    fonts: [...usedFonts.values()],
    captions: captions.captions,
    captionFits: captions.captionFits,
    warnings: [
      ...[...findings].flatMap(([name, textFindings]) => warningsOf(textFindings, name)),
      ...replacedFonts([...replaced.values()]),
      ...captions.warnings,
    ],
    faults: [...faults.values(), ...captions.faults],
  };
}

/** Adds the captions and their fonts. Returns the faults of captions that cannot be laid out. */
function setCaptions(
  lottie: Lottie,
  mapping: ParsedMapping,
  { fonts, language }: Setting,
  {
    usedFonts,
    ...options
  }: Pick<Parameters<typeof addCaptions>[2], 'glyphs' | 'captions' | 'places'> & {
    usedFonts: Used;
  },
): Omit<CaptionResult, 'faces'> & { faults: Fault[] } {
  try {
    const { faces, ...result } = addCaptions(lottie, mapping, { fonts, language, ...options });
    for (const face of faces) noteFont(usedFonts, face, fonts.originOf(face));
    return { ...result, faults: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    const faults = error.faults.map((textFault) => ({
      ...textFault,
      pointer: '/mapping/captions',
    }));
    return { captions: [], captionFits: [], warnings: [], faults };
  }
}

function textLayers(lottie: Lottie): Layer[] {
  return targetsOf(lottie).flatMap((target) => (target.type === 'text' ? [target.layer] : []));
}

/** Sets the names of placeholders, which are neither editable nor reported. */
function setNames(names: ReadonlySet<Layer>, setting: Setting): void {
  const plainText = { entry: undefined, editable: undefined, setting };
  for (const layer of names) setLayer(layer, { ...plainText, usedFonts: new Map() });
}

/**
 * Merges the findings of one text into those of its font. Single missing characters do not replace the
 * font.
 */
function addReplacedFont(
  replaced: Map<string, TextFindings>,
  textFindings: TextFindings | undefined,
): void {
  if (textFindings && textFindings.replacedBecause !== 'characters')
    replaced.set(textFindings.font, mergeFindings(replaced.get(textFindings.font), textFindings));
}

/** Whether an entry only repeats the text of its layer. */
function saysTheSame({ kind: _, text, ...options }: ParsedText, layer: Layer): boolean {
  const plain = (text = '') => text.replaceAll(END_OF_TEXT, '\n').replaceAll(/\r\n?/g, '\n');
  const isPlain = Object.keys(options).length === 0;
  return isPlain && documentsOf(layer).every(({ t }) => plain(t) === plain(text));
}

/** The faults of an editable's text; throws any other error again. */
function faultsOf(
  error: unknown,
  name: string | undefined,
  entry: ParsedText | undefined,
): Fault[] {
  if (!(error instanceof AppError) || error.status !== 422) throw error;
  if (name === undefined) return [...error.faults];
  const pointer = `/mapping${jsonPointer('resources', name, 'source', 'text')}`;
  return error.faults.map((f) => ({ ...f, editable: name, ...(entry && { pointer }) }));
}

/** The fonts in which text was set, by the face's key. */
type Used = Map<string, TextResult['fonts'][number]>;

function noteFont(usedFonts: Used, face: FontFace, from: string): void {
  const { key, fileDigest, postScriptName: name, family } = face;
  usedFonts.set(key, { name, family, from, digest: fileDigest });
}

/** A layer's text, and the fonts of the text. */
type LayerText = {
  entry: ParsedText | undefined;
  /** Whether the document has the text, and not the entry. */
  isWritten?: boolean;
  editable: Editable | undefined;
  setting: Setting;
};

/** Sets all documents of a layer; the report is that of the smallest font scale. */
function setLayer(
  layer: Layer,
  { usedFonts, ...text }: LayerText & { usedFonts: Used },
): { textFindings: TextFindings | undefined; layouts: TextLayout[] } {
  const note = (face: FontFace, from: string) => noteFont(usedFonts, face, from);
  const { setting } = text;
  let textFindings: TextFindings | undefined;
  const layouts: TextLayout[] = [];
  for (const key of layer.t?.d.k ?? []) {
    if (!key?.s) continue;
    const font = key.s.f ?? '';
    const match = setting.fonts.match(fontOf(key.s, setting.list));
    const layout = setDocument(key.s, { ...text, order: orderOf(layer) });
    const isReplaced = layout.face === match?.face;
    if (match && isReplaced) note(match.face, match.from);
    key.s = { ...layout.document };
    for (const face of layout.fallbackFonts) note(face, setting.fonts.originOf(face));
    textFindings = mergeFindings(textFindings, {
      fit: layout.fit,
      font,
      borrowed: layout.borrowed,
      replacedBecause: replacementReason(match, isReplaced),
    });
    layouts.push(layout);
  }
  return { textFindings, layouts };
}

/** What a text's own font lacks, if anything; see `TextFindings`. */
function replacementReason(
  match: ReturnType<FontLibrary['match']>,
  isReplaced: boolean,
): TextFindings['replacedBecause'] {
  if (!isReplaced || match?.from !== 'fallback') return 'characters';
  return match.letters ? 'outlines' : 'font';
}

/** The texts of editables whose letters stand in a plane. */
function editableTexts(
  layoutsByLayer: ReadonlyMap<Layer, readonly TextLayout[]>,
  inkOf: (document: TextDocument) => Rectangle[],
): Map<Layer, SetText> {
  const texts = new Map<Layer, SetText>();
  for (const [layer, layouts] of layoutsByLayer) {
    if (layer.t?.d.sid === undefined || !isFlat(layer)) continue;
    const letters = () => layouts.flatMap(({ document }) => inkOf(document));
    texts.set(layer, {
      corners: layouts.flatMap(({ corners }) => corners),
      letters: isMoved(layer) ? () => [] : letters,
    });
  }
  return texts;
}

/** Adds to the findings of a text that letters of it are cut off; that counts as an overflow. */
function reportCut(
  findings: Map<string | undefined, TextFindings>,
  cuts: ReadonlyMap<Layer, Cut>,
): void {
  for (const [{ t }, cut] of cuts) {
    const name = t?.d.sid;
    const textFindings = findings.get(name);
    if (textFindings)
      findings.set(name, { ...textFindings, cut, fit: { ...textFindings.fit, overflow: true } });
  }
}

/** Whether its letters stand in a plane: neither on a path nor in 3D. */
function isFlat({ t, ddd }: Layer): boolean {
  return t?.p?.['m'] === undefined && ddd !== 1;
}

/** Values of animators that move letters. */
const MOVES = ['p', 'a', 's', 'r', 'rx', 'ry', 'sk', 't', 'ls'];

/** Whether animators move its letters and never change. Others lead letters to their places, or away. */
function isMoved({ t }: Layer): boolean {
  return (t?.a ?? []).some((animator) => {
    if (!MOVES.some((key) => animator?.a?.[key] !== undefined)) return false;
    let isAnimated = false;
    eachObject(animator, ({ k }) => {
      isAnimated ||= Array.isArray(k) && typeof k[0] === 'object';
    });
    return !isAnimated;
  });
}

/** Returns a function that finds the bounds of the letters of a text that is set in outlines. */
function inkFinder(glyphs: GlyphSet): (document: TextDocument) => Rectangle[] {
  const fonts = new Map<string, { font: Font; chars: ReadonlyMap<string, Char> }>();
  return (document) => {
    if (fonts.size === 0) {
      const chars = Map.groupBy(glyphs.chars(), ({ fFamily }) => fFamily);
      for (const font of glyphs.fonts()) {
        const ownChars = chars.get(font.fName) ?? [];
        fonts.set(font.fName, { font, chars: new Map(ownChars.map((char) => [char.ch, char])) });
      }
    }
    const { font, chars = new Map() } = fonts.get(document.f ?? '') ?? {};
    return inkOfLetters(document, chars, font);
  };
}

/** Lays out the text of a document. */
export function setDocument(
  document: BoundDocument,
  {
    entry,
    isWritten = false,
    editable,
    setting,
    order,
  }: LayerText & { order: 'visual' | 'logical' },
) {
  const { fcSid: _fill, scSid: _stroke, room, ...plain } = document;
  const minFontSize = entry?.minFontSize ?? editable?.min_font_size;
  const maxLines = entry?.maxLines ?? editable?.max_lines;
  const font = fontOf(document, setting.list);
  const isChanged = setting.fonts.match(font)?.from === 'font_changes';
  const isFitted = editable !== undefined || isChanged || document.rs === 1 || document.rs === 2;
  return setting.texts.lay({
    text: (isWritten ? undefined : entry?.text) ?? document.t ?? '',
    document:
      entry?.color === undefined ? plain : { ...plain, fc: channelsOf(entry.color).slice(0, 3) },
    font,
    fonts: setting.fonts,
    language: setting.language,
    // Text without an editable keeps its drawn size in the designer's font, unless players fit it.
    // An example is fitted like any entry.
    fit: entry?.fit ?? (isFitted ? 'shrink' : 'none'),
    order,
    ...defined({ minFontSize, maxLines }),
    ...(editable?.max_width !== undefined && { maxWidth: editable.max_width }),
    ...(editable?.box && { box: editable.box }),
    ...(editable &&
      room && { space: { sample: document.t ?? '', ...room, wraps: editable.multiline === true } }),
    ...(entry?.align !== undefined && { align: entry.align }),
  });
}

/**
 * Animators select letters in the order of the text, so animated text needs logical order.
 * Exceptions: animators that change the tracking move letters to the right, and a path is followed
 * from its start. Both need visual order.
 */
function orderOf({ t }: Layer): 'visual' | 'logical' {
  const animators = t?.a ?? [];
  const placed =
    t?.p?.['m'] !== undefined || animators.some((animator) => animator.a?.['t'] !== undefined);
  return animators.length > 0 && !placed ? 'logical' : 'visual';
}

export function fontsByName({ fonts }: Lottie): FontsByName {
  // The first of several fonts with the same name counts, so the map is filled in reverse.
  return new Map((fonts?.list ?? []).map((font): [string, Font] => [font.fName, font]).reverse());
}

function fontOf(document: BoundDocument, list: FontsByName): Font | undefined {
  return list.get(document.f);
}

/**
 * Whether the file has outlines for all letters of these documents, and the library has no exact
 * font.
 */
export function bringsItsGlyphs(
  documents: readonly BoundDocument[],
  lettersOf: ReadonlyMap<string, OwnLetters>,
  { list, fonts }: Setting,
): boolean {
  return documents.every((document) => {
    const font = fontOf(document, list);
    if (!font || fonts.match(font)?.exact) return false;
    const letters = lettersOf.get(styleKey(font.fFamily, font.fStyle));
    return [...(document.t ?? '')].every(
      (c) => /\s/.test(c) || c === END_OF_TEXT || letters?.has(c) || letters?.has(c.toUpperCase()),
    );
  });
}

/** Prepares layers that keep the designer's outlines. Returns the names of their fonts. */
function keepLetters(lottie: Lottie, layers: readonly Layer[]): ReadonlySet<string> {
  const keys = layers.flatMap((layer) => layer.t?.d.k ?? []);
  for (const key of keys) if (key?.s) key.s = trackLetters(lottie, withLineBreaks(key.s));
  const letters = lettersByFont(lottie);
  const list = fontsByName(lottie);
  for (const key of keys) {
    const font = key?.s && fontOf(key.s, list);
    const ownLetters = font && letters.get(styleKey(font.fFamily, font.fStyle));
    if (ownLetters) key.s = withBrokenWords(key.s, ownLetters);
  }
  return new Set(layers.flatMap(documentsOf).map(({ f }) => f ?? ''));
}

/**
 * Replaces the fonts and letters of the document by outlines, in place. Fonts in `keptNames` stay with
 * their letters.
 */
function replaceFonts(lottie: Lottie, glyphs: GlyphSet, keptNames: ReadonlySet<string>): void {
  const keptFonts = (lottie.fonts?.list ?? []).filter((font) => keptNames.has(font.fName));
  const styles = new Set(keptFonts.map((font) => styleKey(font.fFamily, font.fStyle)));
  const keptChars = (lottie.chars ?? []).filter((c) => styles.has(styleKey(c.fFamily, c.style)));
  const list = [...keptFonts, ...glyphs.fonts()];
  const chars = [...keptChars, ...glyphs.chars()];
  if (list.length > 0) lottie.fonts = { list };
  else delete lottie.fonts;
  if (chars.length > 0) lottie.chars = chars;
  else delete lottie.chars;
  const images = glyphs.assets();
  if (images.length > 0) lottie.assets = [...(lottie.assets ?? []), ...images];
}
