import { type Fault, fault } from '../base/index.ts';
import type { ImageEntry } from './entries.ts';
import { checkColor, type Place } from './entry-faults.ts';

type Transform = NonNullable<ImageEntry['transform']>;
type Strategy = NonNullable<Transform['crop_strategy']>;

const CROP = ['crop_x', 'crop_y', 'crop_width', 'crop_height'] as const;
const ONLY_WITH: [Strategy, readonly (keyof Transform)[]][] = [
  ['cover', ['focal_x', 'focal_y']],
  ['contain', ['background']],
  ['manual', CROP],
];

/** Options of one strategy that are given to another, would have no effect; a crop by hand needs all four. */
export function checkCropOptions(transform: Transform, place: Place): Fault[] {
  const strategy = transform.crop_strategy ?? 'cover';
  const at = (field: string) => ({
    pointer: `${place.pointer}/transform/${field}`,
    ...(place.editable !== undefined && { editable: place.editable }),
  });
  const faults: Fault[] = [];
  for (const [owner, fields] of ONLY_WITH) {
    if (owner === strategy) continue;
    for (const field of fields) {
      if (transform[field] === undefined) continue;
      const message = `${JSON.stringify(place.name)}: Expected ${field} only with the crop_strategy "${owner}" but received it with "${strategy}".`;
      const hint = `Say "crop_strategy": "${owner}", or leave ${field} out.`;
      faults.push(fault('invalid_request', message, { ...at(field), hint }));
    }
  }
  const missing =
    strategy === 'manual' ? CROP.filter((field) => transform[field] === undefined) : [];
  for (const field of missing) {
    const message = `${JSON.stringify(place.name)}: Expected ${field} with the crop_strategy "manual" but received none.`;
    const hint =
      'Give crop_x, crop_y, crop_width and crop_height in pixels of the upright picture.';
    faults.push(fault('invalid_request', message, { ...at(field), hint }));
  }
  const { background } = transform;
  if (background === undefined) return faults;
  return [...faults, ...checkColor(place.name, background, at('background').pointer)];
}
