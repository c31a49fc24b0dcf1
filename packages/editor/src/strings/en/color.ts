import type { Strings } from '../catalogue.ts';

export const color = {
  'color.pick': 'Pick {label}',
  'color.hex': 'Hex value of {label}',
  'color.palette': 'Colors of the brand',
  'color.use': 'Use {color}',
  'color.invalid': 'Write a color like #3B4CCA.',
  'color.low_contrast': 'Low contrast ({ratio} to 1) with {other}. Small text is hard to read.',
} as const satisfies Strings;
