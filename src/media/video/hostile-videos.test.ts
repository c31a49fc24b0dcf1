import { testHostileVideos } from './hostile-videos.fixture.ts';

/** Some of each kind: no video, two formats, no images, wrong sizes, counts and times, and too large. */
const SOME = [
  ...['nothing', 'only a header', 'a JPEG followed by an MP4', 'an AVI header before noise'],
  ...['an MP4 with only audio', 'audio with a cover image', 'an MP4 without its index'],
  ...['an MP4 with only noise in its images', 'a box of 2^63 bytes', '5,000 nested boxes'],
  ...['4 billion samples', '4 billion timestamps', 'an offset after the end'],
  ...['a time scale of 0', 'an edit list of years', 'no images', 'one pixel', '81 megapixels'],
  ...['one image per hour', 'pixels with an aspect ratio of 100:1', '3,000 streams'],
  'a GIF of 65,535 × 65,535 pixels',
];

testHostileVideos((name) => SOME.includes(name));
