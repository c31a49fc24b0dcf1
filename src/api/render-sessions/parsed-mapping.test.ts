import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { listAll } from '../../database/database.fixture.ts';
import { parseMapping, readParsedMapping } from '../../mapping/index.ts';
import { createVault, type EncryptedRow } from '../../secrets/index.ts';
import { RESOURCES } from '../api.fixture.ts';
import { PATH, temporarySessions } from './sessions.fixture.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const PRESIGNED = { remote_url: 'https://example.com/logo.png?signature=swordfish' };

test('a session stores its parsed mapping, and answers the mapping as it was sent', async () => {
  await using t = await temporarySessions();
  const logo = { source: PRESIGNED };
  const sent = { ...t.mapping, resources: { ...RESOURCES, [LOGO]: logo } };
  const made = await t.create({ mapping: sent });
  expect(made.mapping).toEqual({ id: made.mapping.id, ...sent });
  const { id } = made.mapping;
  const version = await t.db.templateVersions.find('tsv_ready');
  const spec = { editables: version?.editables as never, fonts: version?.fonts ?? [] };
  const stored = async () => readParsedMapping(await t.db.mappings.parsedOf(id));
  expect(await stored()).toEqual(parseMapping(spec, sent).mapping);
  expect((await stored())?.entries[LOGO]).toMatchObject({ kind: 'image', source: PRESIGNED });

  const resources = { ...sent.resources, t_01: { source: { text: 'Zoë' } } };
  const answer = await t.send('PATCH', `${PATH}/${made.id}`, { mapping: { ...sent, resources } });
  expect(answer.json.render_session.mapping.resources).toEqual(resources);
  expect((await stored())?.entries['t_01']).toEqual({ kind: 'text', text: 'Zoë' });
  // Another title leaves the mapping alone.
  await t.send('PATCH', `${PATH}/${made.id}`, { title: 'Another' });
  expect((await stored())?.entries['t_01']).toEqual({ kind: 'text', text: 'Zoë' });
});

test('the presigned addresses of a parsed mapping are encrypted, and get a new key with the others', async () => {
  await using t = await temporarySessions();
  const resources = { ...RESOURCES, [LOGO]: { source: PRESIGNED } };
  const { mapping } = await t.create({ mapping: { ...t.mapping, resources } });
  const path = join(dirname(t.filesFolder), 'framepress.sqlite');
  const texts = () => {
    using file = new DatabaseSync(path, { readOnly: true });
    const row = file.prepare('select body, parsed from mappings where id = ?').get(mapping.id);
    return Object.values(row ?? {}).map(String);
  };
  const before = texts();
  expect(before.map((text) => text.includes('/logo.png'))).toEqual([false, false]);
  expect(before.join()).not.toContain('swordfish');
  const other = createVault([Buffer.alloc(32, 5)]);
  for (const store of t.db.encrypted.addresses) {
    const rows = await listAll(store, other.currentPrefix);
    const encrypted = (row: EncryptedRow) => row.values.map(() => other.encrypt('x', row.owner));
    await store.replace(rows.map((row) => ({ row, values: encrypted(row) })));
  }
  const after = texts();
  expect(after.map((text, index) => text === before[index])).toEqual([false, false]);
  // The new key is not the service's.
  expect(readParsedMapping(await t.db.mappings.parsedOf(mapping.id))?.entries[LOGO]).toMatchObject({
    source: { remote_url: null },
  });
});
