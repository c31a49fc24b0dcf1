import type { Mapping, Specs } from '../api/types.ts';
import { parseHex } from '../fields/colors.ts';

const MAX_COLORS = 16;

/** Returns the colors that fields offer: those of the brand, else those of the template and mapping. */
export function paletteOf(
  brand: readonly string[],
  { editables }: Specs,
  { resources }: Mapping,
): string[] {
  const own = Object.entries(editables)
    .filter(([, { input_type: kind }]) => kind === 'color')
    .flatMap(([name, { example_text: example }]) => {
      const source = Object.hasOwn(resources, name) ? resources[name]?.source : undefined;
      return [source?.['color'] ?? source?.['text'], example];
    });
  const texts = brand.length > 0 ? brand : own;
  const colors = texts.map((text) => parseHex(text ?? '')).filter((color) => color !== undefined);
  return [...new Set(colors)].slice(0, MAX_COLORS);
}
