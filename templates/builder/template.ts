import type { Channels } from '../music/mix.ts';
import type { Json } from './values.ts';

/** A template before it is packed. Packing draws its images and renders its music. */
export type TemplateSource = {
  name: string;
  animation: Json;
  images: Record<string, () => Buffer>;
  audioSources: Record<string, () => Channels>;

  /** PostScript names of the fonts. */
  fonts: string[];
  templateJson?: Json;
};

export type Composition = {
  name: string;
  width: number;
  height: number;
  frames: number;
  layers: Json[];
  assets?: Json[];
  fonts: { name: string; family: string; style: string; ascent: number }[];
  slots?: Json;
};

/** 30 frames per second, in all bundled templates. */
export function composition({
  name,
  width,
  height,
  frames,
  layers,
  assets = [],
  fonts,
  slots,
}: Composition): Json {
  const spans = (list: Json[]) => list.map((layer) => ({ ip: 0, op: frames, ...layer }));
  return {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: frames,
    w: width,
    h: height,
    nm: name,
    ddd: 0,
    assets: assets.map((asset) =>
      Array.isArray(asset['layers'])
        ? { ...asset, layers: spans(asset['layers'] as Json[]) }
        : asset,
    ),
    fonts: {
      list: fonts.map(({ name: fName, family, style, ascent }) => ({
        fName,
        fFamily: family,
        fStyle: style,
        ascent,
      })),
    },
    ...(slots && { slots }),
    layers: spans(layers),
  };
}

export function image(
  id: string,
  file: string,
  width: number,
  height: number,
  name: string,
  slot?: string,
): Json {
  return {
    id,
    nm: name,
    w: width,
    h: height,
    u: 'i/',
    p: file,
    e: 0,
    ...(slot !== undefined && { sid: slot }),
  };
}

export function audio(id: string, file: string, slot?: string): Json {
  return { id, u: 'audio/', p: file, e: 0, ...(slot !== undefined && { sid: slot }) };
}
