import { type Fault, fault } from '../base/index.ts';
import { checkCropOptions } from './crop-faults.ts';
import type { VideoEntry } from './entries.ts';
import type { Place } from './entry-faults.ts';

type Transform = NonNullable<VideoEntry['transform']>;

/** Faults of a video's transform that lie between its fields: what needs another, or does nothing. */
export function checkVideo(transform: Transform, place: Place): Fault[] {
  const faults = checkCropOptions(transform, place);
  const { crop_strategy, animate_strategy = 'none' } = transform;
  if (crop_strategy !== 'manual' || animate_strategy === 'none') return faults;
  const message = `${JSON.stringify(place.name)}: Expected no motion of a picture that is cropped by hand but received "${animate_strategy}".`;
  const hint = 'Use another crop_strategy, or "animate_strategy": "none".';
  const pointer = `${place.pointer}/transform/animate_strategy`;
  return [
    ...faults,
    fault('invalid_request', message, {
      pointer,
      ...(place.editable !== undefined && { editable: place.editable }),
      hint,
    }),
  ];
}

/** A hex color that `checkVideo` has let pass, as `#rrggbb` and percent. */
export function solidColor(hex: string): { color: string; opacity: number } {
  const digits = hex.replace('#', '').toLowerCase();
  const long = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  const alpha = long.slice(6) === '' ? 255 : Number.parseInt(long.slice(6), 16);
  return { color: `#${long.slice(0, 6)}`, opacity: (100 * alpha) / 255 };
}
