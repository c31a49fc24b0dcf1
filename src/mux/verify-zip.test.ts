import { mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { ZipWriter } from '../zip/index.ts';
import { sha256Of } from './segment-file.ts';
import { type ExpectedVideo, verifyVideo } from './verify.ts';

const WANTED: ExpectedVideo = {
  format: 'png',
  codec: 'png',
  width: 1,
  height: 1,
  fps: 1,
  hasAlpha: false,
  frameCount: 1,
  audio: undefined,
};

test('verifying a ZIP stops when the render is canceled', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-zip-'));
  const path = join(folder, 'images.zip');
  try {
    await using file = await open(path, 'w+');
    const zip = new ZipWriter(file);
    await zip.add('frame_000000.png', Buffer.alloc(100));
    await zip.end();
    const canceled = AbortSignal.abort();
    await expect(verifyVideo(path, WANTED)).rejects.toMatchObject({ code: 'render_corrupt' });
    await expect(verifyVideo(path, WANTED, canceled)).rejects.toMatchObject({ name: 'AbortError' });
    await expect(sha256Of(file, 100, canceled)).rejects.toMatchObject({ name: 'AbortError' });
  } finally {
    await removeFolder(folder);
  }
});
