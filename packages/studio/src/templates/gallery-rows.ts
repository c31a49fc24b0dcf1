import type { Place } from '../components/lists/virtual-range.ts';

export type GalleryRows = {
  /** Pixels of the list. */
  width: number;
  gap: number;
  /** The usual height of the images of a row, which is from 0.8 to 1.5 times as high. */
  rowHeight: number;
  /** Pixels below each image for its words. */
  wordsHeight: number;
};

/** Wider and narrower images are shown with a margin. */
export const MAX_RATIO = 2.4;
export const MIN_RATIO = 0.5;
const MAX_STRETCH = 1.5;
const MIN_STRETCH = 0.8;
/** The words of a narrow image need this width. */
const MIN_WIDTH = 132;

/**
 * Returns the places of images in rows that fill the width, each with its own ratio of width to height. The last
 * row is not stretched.
 */
export function galleryRows(ratios: readonly number[], rows: GalleryRows): Place[] {
  const { width, gap, rowHeight, wordsHeight } = rows;
  const places: Place[] = [];
  let y = 0;
  let first = 0;
  while (first < ratios.length) {
    const shares = sharesOfRow(ratios, first, rows);
    const fitting = heightOf(shares, rows);
    const isLast = first + shares.length === ratios.length;
    const height = isLast
      ? Math.min(fitting, rowHeight)
      : Math.min(fitting, rowHeight * MAX_STRETCH);
    let x = 0;
    for (const share of shares) {
      const itemWidth = Math.min(width, share * height);
      places.push({ x, y, width: itemWidth, height: height + wordsHeight });
      x += itemWidth + gap;
    }
    first += shares.length;
    y += height + wordsHeight + gap;
  }
  return places;
}

/** Returns the ratios of the images of a row: as many as fill the width without becoming small. */
function sharesOfRow(ratios: readonly number[], first: number, rows: GalleryRows): number[] {
  const { rowHeight } = rows;
  const shares: number[] = [];
  for (const ratio of ratios.slice(first)) {
    const share = shareOf(ratio, rowHeight);
    if (shares.length > 0 && heightOf([...shares, share], rows) < rowHeight * MIN_STRETCH) break;
    shares.push(share);
    if (heightOf(shares, rows) <= rowHeight) break;
  }
  return shares;
}

/** Returns the height at which images with these ratios fill the width. */
function heightOf(shares: readonly number[], { width, gap }: GalleryRows): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  return (width - gap * (shares.length - 1)) / sum;
}

/** Returns the ratio that a image gets in a row. */
function shareOf(ratio: number, rowHeight: number): number {
  return Math.max(MIN_WIDTH / rowHeight, Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio || 1)));
}
