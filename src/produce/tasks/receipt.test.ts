import { expect, test } from 'vitest';
import { receiptOf } from './receipt.ts';

test('a receipt names the importer, every face and the encoders of the files', async () => {
  const mapping = { id: 'map_1', resources: { t_01: 'x' }, missing: 'example' };
  const output = { format: 'mp4', width: 10, height: 10, fps: 30, quality: 'high' } as const;
  const fonts = ['a', 'b', 'a'].map((digest) => ({ name: 'Noto Sans', digest }));
  const receiptWith = (codec: 'h264' | 'hevc', body: typeof mapping) =>
    receiptOf({
      mapping: body,
      template: { versionId: 'tsv_1', digest: 't', importerVersion: 3 },
      ingested: {},
      fonts,
      toRender: [{ ...output, codec, file: 'video' }],
      outputs: [],
      captions: [],
      hardware: { hevc: 'nvenc' },
      loudnessTargetLufs: -14,
    });
  const receipt = await receiptWith('hevc', mapping);
  expect(receipt).toMatchObject({
    template: { template_style_version_id: 'tsv_1', sha256: 't', importer_version: 3 },
    fonts: [
      { name: 'Noto Sans', sha256: 'a' },
      { name: 'Noto Sans', sha256: 'b' },
    ],
    settings: {
      loudness_target_lufs: -14,
      outputs: { video: { ...output, codec: 'hevc', encoder: 'nvenc' } },
    },
  });
  const { missing, resources } = mapping;
  const other = await receiptWith('h264', { missing, resources, id: 'map_2' });
  expect(other['mapping']).toBe(receipt['mapping']);
  expect(other['settings']).toMatchObject({ outputs: { video: { encoder: 'software' } } });
});
