import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ffmpeg } from '../../src/media/testing/clips.ts';
import type { Template } from '../../src/template/index.ts';
import { tone, wavOf } from '../support/tones.ts';
import type { Cell, Media } from './cells.ts';

/** Crops of images, one after the other. */
const CROPS = [
  {},
  { crop_strategy: 'cover', focal_x: 0.8, focal_y: 0.3 },
  { crop_strategy: 'contain', background: '20408080' },
  { crop_strategy: 'manual', crop_x: 31, crop_y: 17, crop_width: 401, crop_height: 299 },
];
const VIDEOS = [
  {},
  { crop_strategy: 'contain', background: '204080', trim_start_time: 0.2 },
  { crop_strategy: 'cover', focal_x: 0.2, end_behavior: 'loop', volume: 0 },
];
const AUDIOS = [{}, { volume: 0.4, fade_in: 1 }, { trim_start_time: 0.5, loop: true }];

/** Files with which a mapping fills editables, by the id of their uploads. */
export async function makeInputs(folder: string): Promise<Record<Media, string>> {
  const inputs = {
    image: join(folder, 'photo.png'),
    video: join(folder, 'clip.mp4'),
    audio: join(folder, 'tone.wav'),
  };
  await sharp(photo(), { raw: { width: 900, height: 700, channels: 3 } })
    .png()
    .toFile(inputs.image);
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=30:d=1'];
  const audio = ['-f', 'lavfi', '-i', 'sine=440:duration=1'];
  await ffmpeg([...source, ...audio, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', inputs.video]);
  await writeFile(inputs.audio, wavOf(3, tone(330)));
  return inputs;
}

/** Waves, and tiles with hard edges. */
function photo(): Buffer {
  const pixels = Buffer.alloc(900 * 700 * 3);
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [Math.floor(at / 3) % 900, Math.floor(at / 2700)];
    const isTile = x > 450 && (Math.floor(x / 30) + Math.floor(y / 30)) % 2 === 0;
    const wave = 60 * Math.sin(x / 17 + (at % 3)) + 60 * Math.cos(y / 23);
    pixels[at] = isTile ? 20 + 100 * (at % 3) : 128 + wave;
  }
  return pixels;
}

/** Returns the mapping of a cell. `variant` chooses transforms. */
export function mappingOf({ media, names }: Cell, { editables }: Template, variant: number) {
  const texts = Object.entries(names).map(([text, { name }]) => [text, { source: { text: name } }]);
  const transforms = { image: CROPS, video: VIDEOS, audio: AUDIOS }[media];
  const files = Object.entries(editables)
    .filter(([, { input_type: type }]) => type === media)
    .map(([name], index) => {
      const transform = transforms[(variant + index) % transforms.length] ?? {};
      return [name, { source: { upload_id: media }, transform }];
    });
  const filled = Object.fromEntries(files) as Record<string, object>;
  const resources = Object.fromEntries(texts) as Record<string, object>;
  if (media === 'audio') return { resources, audio_tracks: filled, missing: 'example' };
  return { resources: { ...resources, ...filled }, missing: 'example' };
}
