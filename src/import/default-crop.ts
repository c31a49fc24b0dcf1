import { AppError, defined, type Fault, fault } from '../base/index.ts';
import type { DefaultTransform, TemplateImage } from '../template/index.ts';
import type { FoundEditable } from './find-editables.ts';

/** The word in a name such as `logo_01`, `companyLogo` or `(Footage)/USER/logos.png`. */
const LOGO = /(?<![a-z])logos?(?![a-z])|(?<![A-Z])L(?:ogos?(?![a-z])|OGOS?(?![A-Za-z]))/u;
/** Longer names are not searched. */
const MAX_NAME = 1000;

/**
 * Returns the defaults of an image or video editable: those in template.json; without them, a logo is shown
 * completely. An area is for a logo if a name of it says so and its sample may be transparent.
 */
export function defaultCrop(
  foundEditable: FoundEditable,
  sample: TemplateImage | undefined,
): DefaultTransform | undefined {
  const { type, json } = foundEditable;
  if (type !== 'image' && type !== 'video') return undefined;
  const { crop_strategy: strategy, focal_x, focal_y, background } = json;
  const ownCrop = { ...defined({ focal_x, focal_y, background }) };
  if (strategy !== undefined) return { crop_strategy: strategy, ...ownCrop };
  if (background !== undefined) return { crop_strategy: 'contain', ...ownCrop };
  if (focal_x !== undefined || focal_y !== undefined) return { crop_strategy: 'cover', ...ownCrop };
  const isLogo =
    type === 'image' && namesOf(foundEditable).some(isLogoName) && !isOpaque(sample?.bytes);
  return isLogo ? { crop_strategy: 'contain' } : undefined;
}

function namesOf({ name, json, targets }: FoundEditable): string[] {
  const layers = targets.flatMap(({ layer }) => (typeof layer.nm === 'string' ? [layer.nm] : []));
  return [name, json.label ?? '', ...layers];
}

function isLogoName(name: string): boolean {
  return LOGO.test(name.slice(0, MAX_NAME));
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
/** The color type of a PNG with its bit for transparency. */
const COLOR_TYPE = { at: 25, alpha: 4 };

/** Whether the bytes begin like those of a JPEG, or of a PNG without transparency. */
function isOpaque(bytes: Uint8Array | undefined): boolean {
  if (!bytes) return false;
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return true;
  if (!PNG.every((byte, i) => bytes[i] === byte)) return false;
  const hasAlpha = ((bytes[COLOR_TYPE.at] ?? COLOR_TYPE.alpha) & COLOR_TYPE.alpha) !== 0;
  // A palette or a single color is made transparent by a chunk before the pixels.
  const head = Buffer.from(bytes.subarray(0, 65_536)).toString('latin1');
  const [metadata = ''] = head.split('IDAT', 1);
  return !hasAlpha && !metadata.includes('tRNS');
}

/** Throws a fault for each default in template.json that would have no effect. */
export function checkDefaultCrops(foundEditables: readonly FoundEditable[]): void {
  const faults = foundEditables.flatMap(({ name, type, json }): Fault[] => {
    const { crop_strategy: strategy, focal_x, focal_y, background } = json;
    const isFocused = focal_x !== undefined || focal_y !== undefined;
    const isGiven = strategy !== undefined || isFocused || background !== undefined;
    if (!isGiven) return [];
    const refuse = (expected: string, hint: string) => [
      fault(
        'template_json_invalid',
        `template.json: expected ${expected} for the editable ${JSON.stringify(name)}.`,
        { editable: name, hint },
      ),
    ];
    if (type !== 'image' && type !== 'video')
      return refuse(
        'crop_strategy, focal_x, focal_y and background only with images and videos',
        'Remove these fields.',
      );
    if (isFocused && (strategy ?? 'cover') !== 'cover')
      return refuse(
        'focal_x and focal_y only with the crop_strategy "cover"',
        'Remove focal_x and focal_y.',
      );
    const hasRest = (strategy ?? (isFocused ? 'cover' : 'contain')) === 'contain';
    if (background !== undefined && !hasRest)
      return refuse('background only with the crop_strategy "contain"', 'Remove background.');
    return [];
  });
  if (faults.length > 0) throw AppError.fromFaults(faults.slice(0, 100));
}
