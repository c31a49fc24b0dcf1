import type { RenderSessionUpdate } from '@framepress/client';

export const OUTPUT_FORMATS = ['mp4', 'webm', 'gif', 'mov', 'png'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
export const QUALITIES = ['auto', 'draft', 'standard', 'high'] as const;
export type Quality = (typeof QUALITIES)[number];

export type RenderOptions = {
  /** Empty: the title stays. */
  title: string;
  kind: 'preview' | 'final';
  formats: readonly OutputFormat[];
  /** Pixels; undefined: as the template was designed. */
  width: number | undefined;
  quality: Quality;
  /** Prefixes of destinations that get the first file. */
  destinations: readonly string[];
  useExamples: boolean;
};

/** The service makes at most four files in one render. */
export const MAX_OUTPUTS = 4;
const SCALES = [1, 2 / 3, 1 / 2, 1 / 3];
const MIN_SIDE = 120;

export type SizeChoice = { width: number; height: number };

/** Returns smaller sizes of a video with even sides, the designed size first. */
export function sizeChoices(width: number, height: number): SizeChoice[] {
  const even = (side: number) => 2 * Math.round(side / 2);
  const sizes = SCALES.map((scale) => ({
    width: even(width * scale),
    height: even(height * scale),
  }));
  const [, ...smaller] = sizes;
  return [
    { width, height },
    ...smaller.filter((size) => Math.min(size.width, size.height) >= MIN_SIDE),
  ];
}

/** Returns where a destination stores the file. The service replaces the places in braces. */
export function targetIn(prefix: string): string {
  return `${prefix.replace(/\/+$/, '')}/{title}-{id}.{ext}`;
}

/** Returns the change of a draft that gives it these options. */
export function changeOf(
  { title, formats, width, quality, destinations, useExamples }: RenderOptions,
  mapping: object,
): RenderSessionUpdate {
  const output = formats
    .slice(0, MAX_OUTPUTS)
    .map((format) => ({
      format,
      ...(width !== undefined && { width }),
      ...(quality !== 'auto' && { quality }),
    }));
  return {
    ...(title.trim() && { title: title.trim() }),
    mapping: { ...mapping, ...(useExamples && { missing: 'example' }) },
    output: output.length === 1 ? output[0] : output,
    external_uploads: destinations.map((prefix) => ({
      to: targetIn(prefix),
      ...('captions' in mapping && { captions: ['vtt', 'srt'] }),
    })),
  } as RenderSessionUpdate;
}

type Editable = { required: boolean; input_type?: string; has_example?: false };

/** Fields of other kinds show the value of the design, which nobody has to repeat. */
const FILLED = ['text', 'image', 'video', 'audio'];

/** Returns the names of required texts and files that are empty, and whose examples the template has. */
export function emptyFields(
  editables: Readonly<Record<string, Editable>>,
  mapping: { resources?: object | undefined; missing?: unknown },
): string[] {
  if (mapping.missing === 'example') return [];
  const { resources = {} } = mapping;
  return Object.entries(editables).flatMap(([name, editable]) => {
    const { required, input_type: kind = 'text', has_example: hasExample } = editable;
    const isEmpty = required && hasExample !== false && FILLED.includes(kind);
    return isEmpty && !Object.hasOwn(resources, name) ? [name] : [];
  });
}
