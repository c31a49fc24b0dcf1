import { isLetter, letterAt } from './letters.ts';
import {
  type Asset,
  type Char,
  type Font,
  isPrecomp,
  LAYER,
  type Layer,
  type Lottie,
} from './types.ts';
import { eachObject } from './walk.ts';

/**
 * Names of fonts whose letters only identify glyphs: fonts of composed texts, and fonts that this
 * module has renamed.
 */
const PRIVATE_FONT = /^(Outlines|Letters) \d+$/;

/**
 * The canonical form of a document: it draws the same, and parts that draw the same become equal,
 * even if other text has changed the numbers of the letters and assets that they share. Data that
 * is not drawn is removed (names, markers, unbound slots). Assets, private fonts and private
 * letters are renamed in the order of their first use.
 */
export function canonical(lottie: Lottie): Lottie {
  const {
    nm: _name,
    meta: _meta,
    metadata: _more,
    markers: _markers,
    slots,
    ...drawnFields
  } = lottie;
  const renamed = renameLetters(renameAssets(drawnFields));
  const bound = slots && boundSlots(renamed, slots);
  return bound && Object.keys(bound).length > 0 ? { ...renamed, slots: bound } : renamed;
}

/** The slots that a property refers to. */
function boundSlots(lottie: Lottie, slots: NonNullable<Lottie['slots']>) {
  const names = new Set<unknown>();
  eachObject(lottie, ({ sid }) => names.add(sid));
  return Object.fromEntries(Object.entries(slots).filter(([name]) => names.has(name)));
}

/**
 * Numbers the assets that layers and letters use in the order of their first use, and drops the others.
 * Precomps are entered where they are first used, so equal parts give equal numbers.
 */
function renameAssets(lottie: Lottie): Lottie {
  const assets = new Map((lottie.assets ?? []).map((asset) => [asset.id, asset]));
  const names = new Map<string, string>();
  const meet = (id: string | undefined) => {
    const asset = id === undefined ? undefined : assets.get(id);
    if (!asset || id === undefined || names.has(id)) return;
    names.set(id, String(names.size));
    if (isPrecomp(asset)) for (const { refId } of asset.layers) meet(refId);
  };
  for (const { refId } of lottie.layers) meet(refId);
  for (const { data } of lottie.chars ?? []) meet(data?.refId);
  const layersOf = (layers: readonly Layer[]) =>
    layers.map((layer) => withReference(withoutName(layer), names));
  const renamed = [...names].map(([id, name]): Asset => {
    const { nm: _name, ...asset } = assets.get(id) as Asset;
    return isPrecomp(asset)
      ? { ...asset, id: name, layers: layersOf(asset.layers) }
      : { ...asset, id: name };
  });
  return {
    ...lottie,
    layers: layersOf(lottie.layers),
    ...(lottie.assets && { assets: renamed }),
    ...(lottie.chars && {
      chars: lottie.chars.map((char) =>
        char.data ? { ...char, data: withReference(char.data, names) } : char,
      ),
    }),
  };
}

function withoutName({ nm: _name, ...layer }: Layer): Layer {
  return layer;
}

function withReference<T extends { refId?: string }>(
  part: T,
  names: ReadonlyMap<string, string>,
): T {
  const name = part.refId === undefined ? undefined : names.get(part.refId);
  return name === undefined ? part : { ...part, refId: name };
}

/** The new name of a private font, and the new letters by the old ones. */
type Letters = { name: string; of: Map<string, string> };

/**
 * Renames private fonts and their letters in the order of first use. Fonts that also have common letters
 * stay as they are.
 */
function renameLetters(lottie: Lottie): Lottie {
  const { chars } = lottie;
  if (!chars || !lottie.fonts) return lottie;
  const isPrivate = privateFonts(chars);
  const keys = new Map(lottie.fonts.list.map((font) => [font.fName, keyOf(font)]));
  const met = new Map<string, Letters>();
  const lettersOf = (font: string | undefined): Letters | undefined => {
    const key = keys.get(font ?? '');
    if (key === undefined || !isPrivate.has(key)) return undefined;
    const letters = met.get(key) ?? { name: `Letters ${met.size}`, of: new Map() };
    met.set(key, letters);
    return letters;
  };
  const usedFonts = new Set<string | undefined>();
  const rename = (layers: readonly Layer[]) =>
    layers.map((layer) => {
      for (const { s } of layer.t?.d.k ?? []) usedFonts.add(s?.f);
      return renameInText(layer, lettersOf);
    });
  const layers = rename(lottie.layers);
  const assets = lottie.assets?.map((asset) =>
    isPrecomp(asset) ? { ...asset, layers: rename(asset.layers) } : asset,
  );
  const list = lottie.fonts.list.flatMap((font) => {
    const letters = met.get(keyOf(font));
    if (!letters) return usedFonts.has(font.fName) ? [font] : [];
    return [{ ...font, fName: letters.name, fFamily: letters.name }];
  });
  const renamed = chars.flatMap((char) => {
    const letters = met.get(keyOf({ fFamily: char.fFamily, fStyle: char.style }));
    if (!letters) return [char];
    const ch = letters.of.get(char.ch);
    // A letter that no text has would stand beside the one that gets its name: only one of them would be drawn.
    if (ch === undefined && isLetter(char.ch)) return [];
    return [{ ...char, ch: ch ?? char.ch, fFamily: letters.name }];
  });
  return {
    ...lottie,
    layers,
    ...(assets && { assets }),
    fonts: { list: list.sort((a, b) => (a.fName < b.fName ? -1 : 1)) },
    chars: renamed.sort((a, b) => (letterKey(a) < letterKey(b) ? -1 : 1)),
  };
}

/** Fonts with no other letters than private ones and blanks. */
function privateFonts(chars: readonly Char[]): ReadonlySet<string> {
  const fonts = new Set<string>();
  const mixed = new Set<string>();
  for (const { ch, fFamily, style } of chars) {
    const key = keyOf({ fFamily, fStyle: style });
    if (PRIVATE_FONT.test(fFamily) && isLetter(ch)) fonts.add(key);
    else if (ch !== ' ' && ch !== '\r') mixed.add(key);
  }
  return new Set([...fonts].filter((key) => !mixed.has(key)));
}

function keyOf({ fFamily, fStyle }: Pick<Font, 'fFamily' | 'fStyle'>): string {
  return `${fFamily} ${fStyle}`;
}

function letterKey({ fFamily, style, ch }: Char): string {
  return `${fFamily} ${style} ${ch}`;
}

/**
 * Changes only text layers; `lettersOf` returns undefined for a font whose letters stay. The order of the
 * calls gives the new names.
 */
function renameInText(
  layer: Layer,
  lettersOf: (font: string | undefined) => Letters | undefined,
): Layer {
  const { t: text } = layer;
  if (layer.ty !== LAYER.text || !text) return layer;
  const k = text.d.k.map((key) => {
    const letters = lettersOf(key.s?.f);
    if (!letters) return key;
    const t = [...(key.s.t ?? '')].map((letter) => renameLetter(letter, letters.of)).join('');
    return { ...key, s: { ...key.s, f: letters.name, t } };
  });
  return { ...layer, t: { ...text, d: { ...text.d, k } } };
}

/** Returns the new letter, and adds it to `letters` at its first use. Spaces and line ends stay. */
function renameLetter(letter: string, letters: Map<string, string>): string {
  if (!isLetter(letter)) return letter;
  const replacement = letters.get(letter);
  if (replacement !== undefined) return replacement;
  const name = letterAt(letters.size) ?? letter;
  letters.set(letter, name);
  return name;
}
