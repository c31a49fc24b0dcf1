import { expect, test } from 'vitest';
import { expectHarmless } from './hostile-image-service.ts';
import { quickHostileImages } from './hostile-images.ts';

/** Some of each kind. hostile-images.long.test.ts has all of them. */
const NAMES = [
  ...['JPEG with a PDF and a script in its comment', 'GIF and JavaScript', 'a playlist'],
  ...['SVG: refers to an image', 'SVG: refers to an image by an entity of a number'],
  ...['SVG: refers to a file', 'SVG: refers to a style sheet'],
  ...['SVG: a billion laughs', 'SVG: an entity out of a file', 'SVG: an entity from a server'],
  ...['SVG: scripts', 'SVG: a trillion uses', 'SVG: an infinite size', 'SVG: a bomb inside'],
  ...['PNG of four gigapixels', 'JPEG of four gigapixels', 'WebP of 268 megapixels'],
  ...['JPEG of no orientation', 'TIFF whose pages go in a circle', 'AVIF with a box of no end'],
];

test('hostile images do no harm', () =>
  expectHarmless(async (spy) => {
    const chosen = (await quickHostileImages(spy)).filter(({ name }) => NAMES.includes(name));
    expect(chosen).toHaveLength(NAMES.length);
    return chosen;
  }));
