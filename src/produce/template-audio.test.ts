import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { importTemplate } from '../import/index.ts';
import { parsed } from '../mapping/mapping.fixture.ts';
import { runProgram } from '../media/process/index.ts';
import { stepsIn } from './steps.ts';
import { ingestTemplateAudio } from './template-audio.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-own-'));
});
afterAll(() => removeFolder(folder));

async function audioFile(name: string, args: string[]): Promise<Buffer> {
  const path = join(folder, name);
  await runProgram('ffmpeg', ['-v', 'error', ...args, '-y', path], { timeoutMs: 200_000 });
  return readFile(path);
}

const SINE = ['-f', 'lavfi', '-i', 'sine=d=1'];
const IMAGES = ['-f', 'lavfi', '-i', 'color=red:s=64x36:d=1'];

async function importIt(files: Record<string, Buffer>) {
  const layers = Object.keys(files).map((name) => {
    const ty = name.endsWith('.mkv') ? 9 : 6;
    const names = name === 'track.wav' ? { nm: 'a_01' } : { nm: name };
    return { ty, refId: name, ...names, ip: 0, op: 60, st: 0, sr: 1, ks: {} };
  });
  const assets = Object.keys(files).map((name) => ({
    id: name,
    w: 64,
    h: 36,
    u: 'images/',
    p: name,
    e: 0,
  }));
  const lottie = { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 64, h: 36, layers, assets };
  return importTemplate({
    label: 'test.zip',
    animation: Buffer.from(JSON.stringify(lottie)),
    base: '',
    templateJson: undefined,
    files: new Map(Object.entries(files).map(([name, bytes]) => [`images/${name}`, bytes])),
  });
}

test('a template’s own audio is ingested; the audio of a video starts with its images', async () => {
  const template = await importIt({
    'music.wav': await audioFile('music.wav', SINE),
    'clip.mkv': await audioFile('clip.mkv', [...SINE, '-itsoffset', '0.4', ...IMAGES]),
    'mute.mkv': await audioFile('mute.mkv', IMAGES),
    'broken.wav': Buffer.from('RIFF\x10\0\0\0WAVEfmt '),
    'track.wav': await audioFile('track.wav', SINE),
  });
  const mapping = parsed(template, { audio_tracks: { a_01: null } });
  const { assets, warnings } = await ingestTemplateAudio(template, mapping, stepsIn(folder));
  expect([...assets.keys()]).toEqual(['music.wav', 'clip.mkv']);
  expect(assets.get('music.wav')).not.toHaveProperty('originSeconds');
  expect(assets.get('clip.mkv')?.originSeconds).toBeCloseTo(0.4, 2);
  expect(warnings).toMatchObject([{ code: 'asset_corrupt', layer_path: 'broken.wav' }]);
});
