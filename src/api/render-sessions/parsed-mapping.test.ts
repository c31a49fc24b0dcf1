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
  const session = await t.create({ mapping: sent });
  expect(session.mapping).toEqual({ id: session.mapping.id, ...sent });
  const { id } = session.mapping;
  const version = await t.db.templateVersions.find('tsv_ready');
  const spec = { editables: version?.editables as never, fonts: version?.fonts ?? [] };
  const readStored = async () => readParsedMapping(await t.db.mappings.parsedOf(id));
  expect(await readStored()).toEqual(parseMapping(spec, sent).mapping);
  expect((await readStored())?.entries[LOGO]).toMatchObject({ kind: 'image', source: PRESIGNED });

  const resources = { ...sent.resources, t_01: { source: { text: 'Zoë' } } };
  const answer = await t.send('PATCH', `${PATH}/${session.id}`, {
    mapping: { ...sent, resources },
  });
  expect(answer.json.render_session.mapping.resources).toEqual(resources);
  expect((await readStored())?.entries['t_01']).toEqual({ kind: 'text', text: 'Zoë' });
  // Another title leaves the mapping alone.
  await t.send('PATCH', `${PATH}/${session.id}`, { title: 'Another' });
  expect((await readStored())?.entries['t_01']).toEqual({ kind: 'text', text: 'Zoë' });
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
  const previousTexts = texts();
  expect(previousTexts.map((text) => text.includes('/logo.png'))).toEqual([false, false]);
  expect(previousTexts.join()).not.toContain('swordfish');
  const other = createVault([Buffer.alloc(32, 5)]);
  for (const store of t.db.encrypted.addresses) {
    const rows = await listAll(store, other.currentPrefix);
    const encrypted = (row: EncryptedRow) => row.values.map(() => other.encrypt('x', row.owner));
    await store.replace(rows.map((row) => ({ row, values: encrypted(row) })));
  }
  const newTexts = texts();
  expect(newTexts.map((text, index) => text === previousTexts[index])).toEqual([false, false]);
  // The new key is not the service's.
  expect(readParsedMapping(await t.db.mappings.parsedOf(mapping.id))?.entries[LOGO]).toMatchObject({
    source: { remote_url: null },
  });
});
