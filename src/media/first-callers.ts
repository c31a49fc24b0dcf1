import type { ErrorDetails } from '../base/index.ts';
import type { Fetcher } from './fetcher.ts';
import { type Fit, type FittedImage, fitImage as fitPicture } from './fit-image.ts';
import { type ImageSource, type PinnedImage, pinImage as pinPicture } from './pin-image.ts';

// The forms in which jobs first called these; this file goes when it calls the new ones.

export function pinImage(source: ImageSource, signal?: AbortSignal): Promise<PinnedImage>;
export function pinImage(
  url: string,
  fetcher: Fetcher,
  dir: string,
  editable: string,
  signal?: AbortSignal,
): Promise<PinnedImage>;
export function pinImage(
  source: ImageSource | string,
  second?: AbortSignal | Fetcher,
  dir = '',
  editable = '',
  signal?: AbortSignal,
): Promise<PinnedImage> {
  if (typeof source !== 'string') return pinPicture(source, second as AbortSignal | undefined);
  return pinPicture({ url: source, fetcher: second as Fetcher, dir, editable }, signal);
}

export function fitImage(
  image: PinnedImage,
  area: Omit<Fit, 'strategy'> & { strategy?: 'cover' },
  dir: string,
  last?: AbortSignal | ErrorDetails,
): Promise<FittedImage> {
  const signal = last instanceof AbortSignal ? last : undefined;
  const editable = last instanceof AbortSignal ? undefined : last?.editable;
  return fitPicture(
    image,
    { strategy: 'cover', ...area, ...(editable !== undefined && { editable }) },
    dir,
    signal,
  );
}
