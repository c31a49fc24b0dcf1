/**
 * Decodes images and SVG drawings, applies color profiles and crops, and scales to the visible size.
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
export {
  decoding,
  hasOpaquePixels,
  MAX_PIXELS,
  READABLE_NAMES,
  readHeader,
} from './image-decoder.ts';
export { type IngestedImage, ingestImage, ingestImageBytes, probeImage } from './ingest-image.ts';
export { loadSharp } from './load-sharp.ts';
export { placeSize } from './place-size.ts';
export type { FocalPoint } from './salient-point.ts';
export { shrinkImage, writeThumbnail } from './shrink-image.ts';
