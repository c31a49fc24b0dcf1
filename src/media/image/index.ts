/**
 * Images: decoding, SVG, color profiles, crops, and scaling to the size at which they are shown.
 */
export { type Crop, type CropStrategy, checkCrop } from './crop.ts';
export {
  convertImage,
  type Fit,
  type FittedImage,
  fitImage,
  focalPointOf,
  shownCrop,
} from './fit-image.ts';
export { FocalPoints } from './focal-points.ts';
export { decoding, isOpaque, MAX_PIXELS, READABLE_NAMES, readHeader } from './image-decoder.ts';
export { type IngestedImage, ingestImage, ingestImageBytes, probeImage } from './ingest-image.ts';
export { placeSize } from './place-size.ts';
export type { FocalPoint } from './salient-point.ts';
