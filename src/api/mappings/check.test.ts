import { expect, test } from 'vitest';
import { temporaryApi } from '../api.fixture.ts';

const COUNT = 3000;
const NAMES = Array.from({ length: COUNT }, (_, i) => `photo_${i}`);
const IMAGE = { input_type: 'image', label: '', required: true, stillcut: '', start: 0, end: 1 };

/** Stores a version with many images, and counts how often other work ran during a request. */
async function manyImages(t: Awaited<ReturnType<typeof temporaryApi>>, source: object) {
  const id = await t.addVersion();
  const editables = Object.fromEntries(NAMES.map((name) => [name, IMAGE]));
  await t.db.templateVersions.update(id, { editables });
  const resources = Object.fromEntries(NAMES.map((name) => [name, { source }]));
  const mapping = { template_style_version_id: id, resources };
  // The first request also initialises shared state.
  await t.send('POST', '/v2/mappings/validate', { mapping: { ...mapping, resources: {} } });
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  const { json } = await t.send('POST', '/v2/mappings/validate', { mapping });
  clearImmediate(next);
  return { json, turns };
}

test('other requests run while a very large mapping is checked', async () => {
  await using t = await temporaryApi();
  const { json, turns } = await manyImages(t, { remote_url: 'https://example.com/a.png' });
  expect(json.valid).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(COUNT / 200);
});

test('an unknown upload is reported for each entry that names it', async () => {
  await using t = await temporaryApi();
  const { json } = await manyImages(t, { upload_id: 'up_none' });
  expect(json.errors).toHaveLength(100);
  expect(json.errors[0]).toMatchObject({
    code: 'upload_unknown',
    pointer: '/mapping/resources/photo_0/source/upload_id',
  });
  expect(json.more_errors).toBe(COUNT - 100);
});

test('captions are checked with their times, kept with a mapping, and replaced as a whole', async () => {
  await using t = await temporaryApi();
  const id = await t.addVersion();
  const base = { template_style_version_id: id, resources: {}, missing: 'example' };
  const captions = { source: { cues: [{ start: 1, end: 0.5, text: 'Hello' }] } };
  const wrong = await t.send('POST', '/v2/mappings/validate', { mapping: { ...base, captions } });
  expect(wrong.json.errors).toMatchObject([
    {
      code: 'captions_invalid',
      pointer: '/mapping/captions/source/cues/0/end',
      message: 'Expected an end after the start for cue 1 of the captions but received 0.5.',
      message_id: 'caption_cue',
    },
  ]);

  const list = [{ source: { text: '[]' }, language: 'de' }];
  const { json } = await t.send('POST', '/v2/mappings', { ...base, captions: list });
  expect(json.mapping.captions).toEqual(list);
  const path = `/v2/mappings/${json.mapping.id}`;
  const text = '00:00:01,000 --> 00:00:02,000\nHello\n';
  const changed = await t.send('PATCH', path, { captions: { source: { text } } });
  expect(changed.json.mapping.captions).toEqual({ source: { text } });
  const removed = await t.send('PATCH', path, { captions: null });
  expect(removed.json.mapping).not.toHaveProperty('captions');
});
