import type { z } from 'zod';
import { type Fault, fault, quoted, say } from '../base/index.ts';
import type { DefaultTransform } from '../template/index.ts';
import { colorFaults, parseColor } from './color.ts';
import type { image } from './entries.ts';
import { editableOf, type Place } from './entry-faults.ts';
import type { ParsedCrop } from './parsed-mapping.ts';

type Transform = NonNullable<z.output<typeof image>['transform']>;

const CROP = ['crop_x', 'crop_y', 'crop_width', 'crop_height'] as const;
const ONLY_WITH: [ParsedCrop['strategy'], readonly (keyof Transform)[]][] = [
  ['cover', ['focal_x', 'focal_y']],
  ['contain', ['background']],
  ['manual', CROP],
];

/**
 * Returns how an image or video fills its place. Options of another strategy are faults, because they
 * would have no effect; so is a manual crop without all four numbers.
 */
export function parseCrop(
  sentTransform: Transform,
  place: Place,
  defaults: DefaultTransform = {},
): { crop: ParsedCrop; faults: Fault[] } {
  const transform = withDefaults(sentTransform, defaults);
  const strategy = transform.crop_strategy ?? 'cover';
  const faults = [
    ...uselessOptions(transform, strategy, place),
    ...(strategy === 'manual' ? missingNumbers(transform, place) : []),
  ];
  const { background } = transform;
  if (background !== undefined) {
    faults.push(
      ...colorFaults(place.name, background, transformField(place, 'background').pointer),
    );
  }
  return { crop: cropOf(strategy, transform), faults };
}

/** The template's defaults apply unless the transform has another strategy, or an option of another. */
function withDefaults(sentTransform: Transform, defaults: DefaultTransform): Transform {
  const { crop_strategy: strategy = 'cover' } = defaults;
  const isSame = (sentTransform.crop_strategy ?? strategy) === strategy;
  const others = ONLY_WITH.filter(([owner]) => owner !== strategy).flatMap(([, fields]) => fields);
  const isOther = others.some((field) => sentTransform[field] !== undefined);
  return isSame && !isOther ? { ...defaults, ...sentTransform } : sentTransform;
}

/**
 * Completes the crop with the defaults of its strategy: the middle, or the whole image. Colors are checked
 * elsewhere.
 */
function cropOf(strategy: ParsedCrop['strategy'], transform: Transform): ParsedCrop {
  if (strategy === 'cover') {
    const { focal_x: focalX = 0.5, focal_y: focalY = 0.5 } = transform;
    return { strategy, focalX, focalY };
  }
  if (strategy === 'contain') {
    const background = parseColor(transform.background ?? '');
    return background ? { strategy, background } : { strategy };
  }
  if (strategy !== 'manual') return { strategy };
  const {
    crop_x: x = 0,
    crop_y: y = 0,
    crop_width: width = 1,
    crop_height: height = 1,
  } = transform;
  return { strategy, x, y, width, height };
}

/** A fault for each option that only another crop strategy has; ignoring it would hide a mistake. */
function uselessOptions(
  transform: Transform,
  strategy: ParsedCrop['strategy'],
  place: Place,
): Fault[] {
  const others = ONLY_WITH.filter(([owner]) => owner !== strategy);
  return others.flatMap(([owner, fields]) =>
    fields
      .filter((field) => transform[field] !== undefined)
      .map((field) => {
        const message = say`${quoted(place.name)}: Expected ${field} only with the crop_strategy ${quoted(owner)} but received it with ${quoted(strategy)}.`;
        const hint = say`Use "crop_strategy": ${quoted(owner)}, or leave ${field} out.`;
        return fault('invalid_request', message, { ...transformField(place, field), hint });
      }),
  );
}

function missingNumbers(transform: Transform, place: Place): Fault[] {
  return CROP.filter((field) => transform[field] === undefined).map((field) => {
    const message = say`${quoted(place.name)}: Expected ${field} with the crop_strategy "manual" but received none.`;
    const hint = 'Give crop_x, crop_y, crop_width and crop_height in pixels of the upright image.';
    return fault('invalid_request', message, { ...transformField(place, field), hint });
  });
}

function transformField(place: Place, field: string) {
  return { pointer: `${place.pointer}/transform/${field}`, ...editableOf(place) };
}
