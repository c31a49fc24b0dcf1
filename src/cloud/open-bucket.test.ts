import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from './open-bucket.ts';

test.each(['{"private_key": "secret', '"secret"', 'null'])(
  'the Google key file %s is refused and not shown',
  async (text) => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-key-'));
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    });
    const path = join(folder, 'key.json');
    await writeFile(path, text);
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', path);
    const error = await openBucket('gs://videos', undefined).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'config_invalid',
      message: 'The file of GOOGLE_APPLICATION_CREDENTIALS is not a JSON object.',
    });
    expect((error as Error).cause).toBeUndefined();
  },
);
