import { type Fault, fault } from '../base/index.ts';
import type { VideoEntry } from './entries.ts';

type Transform = NonNullable<VideoEntry['transform']>;
type Place = { name: string; pointer: string };

const CROP = ['crop_x', 'crop_y', 'crop_width', 'crop_height'] as const;
const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Faults of a video's transform that lie between its fields: what needs another, or does nothing. */
export function checkVideo({ transform = {} }: VideoEntry, { name, pointer }: Place): Fault[] {
  const faults: Fault[] = [];
  const refuse = (field: keyof Transform, expected: string, hint: string) =>
    faults.push(
      fault('invalid_request', `${JSON.stringify(name)}: expected ${expected}.`, {
        pointer: `${pointer}/transform/${field}`,
        editable: name,
        hint,
      }),
    );
  const strategy = transform.crop_strategy ?? 'cover';
  const only = (fields: readonly (keyof Transform)[], wanted: string) => {
    for (const field of fields) {
      if (transform[field] === undefined || strategy === wanted) continue;
      const expected = `${field} only with the crop_strategy "${wanted}" but it is "${strategy}"`;
      refuse(field, expected, `Leave it out, or say "crop_strategy": "${wanted}".`);
    }
  };
  only(CROP, 'manual');
  only(['focal_x', 'focal_y'], 'cover');
  only(['background'], 'contain');
  if (strategy === 'manual') {
    for (const field of CROP) {
      if (transform[field] === undefined) {
        refuse(
          field,
          `${field} for the crop_strategy "manual"`,
          'Give it in pixels of the source.',
        );
      }
    }
    if ((transform.animate_strategy ?? 'none') !== 'none') {
      const hint = 'Use another crop_strategy, or "animate_strategy": "none".';
      refuse('animate_strategy', 'no motion of a picture that is cropped by hand', hint);
    }
  }
  if (transform.background !== undefined && !HEX.test(transform.background)) {
    refuse('background', 'a hex color of 3, 6 or 8 digits for background', 'Such as 0a7b83.');
  }
  return faults;
}

/** A hex color that `checkVideo` has let pass, as `#rrggbb` and percent. */
export function solidColor(hex: string): { color: string; opacity: number } {
  const digits = hex.replace('#', '').toLowerCase();
  const long = digits.length === 3 ? [...digits].map((d) => d + d).join('') : digits;
  const alpha = long.slice(6) === '' ? 255 : Number.parseInt(long.slice(6), 16);
  return { color: `#${long.slice(0, 6)}`, opacity: (100 * alpha) / 255 };
}
