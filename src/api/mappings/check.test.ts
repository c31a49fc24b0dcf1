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
