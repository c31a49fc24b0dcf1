import { AppError } from '../../base/index.ts';
import { allLayers, type Char, LAYER, type Layer, type TextDocument } from '../../lottie/index.ts';
import { entryOf, type ParsedMapping } from '../../mapping/index.ts';
import { documentsOf, type Template } from '../../template/index.ts';
import { type FontLibrary, GlyphSet } from '../../text/index.ts';
import { lettersByFont } from './own-letters.ts';
import { inkBounds, type TextBounds } from './text-bounds.ts';
import { TextLayoutCache } from './text-layout-cache.ts';
import { bringsItsGlyphs, fontsByName, type Setting, setDocument } from './texts.ts';

/** A text that an expression measures: the name of its layer, and the document that it shows. */
export type MeasuredText = { layer: string; document: TextDocument };

/** Returns the bounds of a text; undefined if it cannot be laid out. */
export type MeasureText = (text: MeasuredText) => TextBounds | undefined;

/**
 * Returns a function that lays out texts as `setTexts` does, and measures their ink. Layers of dependent expressions have
 * no outlines and no text spaces, so those of the template are used.
 */
export function textMeasurer({
  template,
  mapping,
  fonts,
}: {
  template: Template;
  mapping: ParsedMapping;
  fonts: FontLibrary;
}): MeasureText {
  const { lottie } = template;
  const glyphs = new GlyphSet();
  const setting: Setting = {
    fonts,
    texts: new TextLayoutCache(glyphs),
    language: template.language,
    list: fontsByName(lottie),
  };
  const { chars: outlines = [] } = lottie;
  const letters = lettersByFont(lottie);
  const layers = Map.groupBy(
    allLayers(lottie).flatMap(({ layer }) => (layer.ty === LAYER.text ? [layer] : [])),
    ({ nm }) => String(nm),
  );
  return ({ layer: name, document }) => {
    const layer = layerOf(layers.get(name) ?? [], document);
    const ownDocument = layer && documentsOf(layer)[0];
    if (!ownDocument) return undefined;
    const { room, t: sample = '' } = ownDocument;
    const fullDocument = {
      ...ownDocument,
      ...withoutEmptyFields(document),
      // The sample fits its room at the designed size.
      ...(room && { room: { ...room, sample } }),
    };
    const textEntry = entryOf(mapping, layer.t?.d.sid, 'text');
    if (!textEntry && bringsItsGlyphs([fullDocument], letters, setting)) {
      const font = setting.list.get(fullDocument.f);
      const isIts = ({ fFamily, style }: Char) =>
        fFamily === font?.fFamily && style === font.fStyle;
      const { tr = 0 } = fullDocument;
      return inkBounds(fullDocument, byLetter(outlines.filter(isIts), tr / 10), font);
    }
    try {
      const layout = setDocument(fullDocument, {
        entry: textEntry,
        isWritten: true,
        editable: template.editables[layer.t?.d.sid ?? ''],
        setting,
        order: 'visual',
      });
      const set = layout.document.f;
      const chars = glyphs.chars().filter(({ fFamily }) => fFamily === set);
      const font = glyphs.fonts().find(({ fName }) => fName === set);
      return inkBounds(layout.document, byLetter(chars), font);
    } catch (error) {
      if (error instanceof AppError && error.status === 422) return undefined;
      throw error;
    }
  };
}

/** Letters by character, wider by a tracking in percent. */
function byLetter(chars: readonly Char[], tracking = 0): ReadonlyMap<string, Char> {
  return new Map(
    chars.map((char) => [char.ch, tracking === 0 ? char : { ...char, w: char.w + tracking }]),
  );
}

/** The layer of a document among layers with equal names. */
function layerOf(layers: readonly Layer[], { f, s, sz }: TextDocument): Layer | undefined {
  const isIts = (d: TextDocument) => d.f === f && d.s === s && d.sz?.[0] === sz?.[0];
  return layers.find((layer) => documentsOf(layer).some(isIts)) ?? layers[0];
}

function withoutEmptyFields(document: TextDocument): TextDocument {
  return Object.fromEntries(
    Object.entries(document).filter(([, value]) => value !== undefined && value !== null),
  );
}
