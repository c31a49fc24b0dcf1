import type { Editables } from '../shared/map-columns.ts';
import { xlsxFile } from './xlsx-file.ts';

type Example = Editables[string] & { example_text?: string; example_value?: unknown };

const MEDIA: Readonly<Record<string, string>> = {
  image: 'photo.jpg',
  video: 'video.mp4',
  audio: 'music.mp3',
};

/**
 * Returns a workbook with a column for each editable, named by its label, and the examples of the template as
 * its first row. Two editables with one label have their names. Fonts, which few tables change, are left out.
 */
export function exampleTable(editables: Editables, sheet: string): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(editables).filter(([, { input_type: type }]) => type !== 'font');
  const counts = new Map<string, number>();
  for (const [, { label }] of entries) counts.set(label, (counts.get(label) ?? 0) + 1);
  const names = entries.map(([name, { label }]) => (counts.get(label) === 1 ? label : name));
  return xlsxFile([names, entries.map(([, editable]) => exampleOf(editable))], sheet);
}

/** Returns the cell with which a row looks like the template. */
function exampleOf({
  input_type: type,
  example_text: text,
  example_value: value,
}: Example): string {
  const point = value as { x?: number; y?: number } | undefined;
  if (typeof point === 'object' && point) return `${point.x ?? 0}; ${point.y ?? 0}`;
  if (value !== undefined) return String(value);
  return text ?? MEDIA[type] ?? '';
}
