import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { EVENT_FORMS } from '../database/event-forms.fixture.ts';
import { type Database, DEFAULT_ACCOUNT, openDatabase } from '../database/index.ts';
import { silentLog } from '../system/index.ts';
import { lostSecrets } from './lost-secrets.ts';
import { reencryptAddresses } from './reencrypt.ts';
import { createVault, type Vault } from './vault.ts';

const SECRET = 'X-Amz-Signature=swordfish';
const URL_TEXT = `https://media.example/logo.png?${SECRET}`;
const PUBLIC = 'https://media.example/photo.png';
const VERSION = 'tsv_1';
const [OLD_KEY, NEW_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const vault = createVault([OLD_KEY]);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-secrets-'));
});
afterEach(() => removeFolder(folder));

const open = (its?: Vault) =>
  openDatabase(join(folder, 'framepress.sqlite'), EVENT_FORMS, { vault: its });

/** Returns the bytes of the database and of its write-ahead log. */
async function bytes(): Promise<Buffer> {
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))));
}

const mappingBody = (url: string) => ({
  template_style_version_id: VERSION,
  resources: {
    logo: { source: { remote_url: url } },
    photo: { source: { remote_url: PUBLIC } },
    t_01: { source: { text: 'Is it readable?' } },
  },
  font_changes: { Inter: { source: { remote_url: url } } },
});

/** Adds a stored mapping, and a session with all stored forms of its media. */
async function fill(db: Database, session = 'rs_1', url = URL_TEXT) {
  const { id: versionId } = (await db.templateVersions.find(VERSION)) ?? { id: undefined };
  if (!versionId)
    await db.templateVersions.insert({
      id: VERSION,
      accountId: DEFAULT_ACCOUNT,
      language: 'en',
      name: 'Hello',
      digest: 'd',
      packageKey: 'k',
      packageLabel: 'hello.lottie',
    });
  const of = { accountId: DEFAULT_ACCOUNT, templateStyleVersionId: VERSION };
  const body = mappingBody(url);
  await db.mappings.insert({ ...of, id: `map_stored_${session}`, body }, true);
  await db.renderSessions.insert({
    ...of,
    id: session,
    title: 'one',
    render: 'preview',
    metadata: {},
    externalId: null,
    mapping: { id: `map_${session}`, ...body },
  });
  const source = { remote_url: url };
  const ingested = { '/resources/logo': { source, sha256: 'd' } };
  await db.sessionInputs.keep(session, { ingested, isComplete: true, expiresAtMs: 1 });
  const sourceUploads = [{ editable: 'logo', ...source }];
  await db.renderSessions.finish(session, 'preview_rendered', { sourceUploads });
}

/** Returns everything that is read of a session, as JSON. */
async function readAll(db: Database, session = 'rs_1') {
  const storedMapping = await db.mappings.findIn(DEFAULT_ACCOUNT, `map_stored_${session}`);
  const foundSession = await db.renderSessions.find(session);
  const inputs = await db.sessionInputs.find(session);
  const events = await db.events.after(session, 0, 99);
  return { stored: storedMapping, found: foundSession, inputs, events };
}

const occurrences = (value: unknown, part: string) => JSON.stringify(value).split(part).length - 1;
/**
 * A stored mapping has two; a session has two in its mapping and one in its files; its inputs have one.
 * The public form of a session shows `font_changes` twice: an event has three, and the second event one
 * more in its files.
 */
const SECRET_COUNT = 2 + (2 + 1) + 1 + 3 + (3 + 1);

test('the file does not contain a presigned address, which can still be read', async () => {
  await using db = await open(vault);
  await fill(db);
  const rows = await readAll(db);
  expect(rows.stored?.body).toEqual(mappingBody(URL_TEXT));
  expect(occurrences(rows, URL_TEXT)).toBe(SECRET_COUNT);
  const keptBytes = await bytes();
  for (const part of [SECRET, 'swordfish']) expect(keptBytes.includes(part)).toBe(false);
  // Other addresses stay readable.
  expect(keptBytes.includes(`"remote_url":"${PUBLIC}"`)).toBe(true);
  expect(keptBytes.includes('Is it readable?')).toBe(true);
});

test('a mapping is replaced only if it still has the content that was read', async () => {
  await using db = await open(vault);
  await fill(db);
  const of = { id: 'map_stored_rs_1', accountId: DEFAULT_ACCOUNT, templateStyleVersionId: VERSION };
  const [oldBody, newBody] = [mappingBody(URL_TEXT), mappingBody(`${URL_TEXT}&again`)];
  expect(await db.mappings.replace({ ...of, body: newBody }, oldBody)).toBe(true);
  expect(await db.mappings.replace({ ...of, body: oldBody }, oldBody)).toBe(false);
  expect((await db.mappings.findIn(DEFAULT_ACCOUNT, of.id))?.body).toEqual(newBody);
});

test('a database of an earlier version is encrypted and overwritten, each row once', async () => {
  {
    await using plain = await open();
    for (let index = 0; index < 60; index++) await fill(plain, `rs_${index}`);
  }
  expect((await bytes()).includes('swordfish')).toBe(true);
  const lines: unknown[] = [];
  const log = { ...silentLog, info: (...words: unknown[]) => void lines.push(words) };
  await using db = await open(vault);
  expect(occurrences(await readAll(db), URL_TEXT)).toBe(SECRET_COUNT);
  await reencryptAddresses({ stores: db.encrypted, vault, log });
  expect((await bytes()).includes('swordfish')).toBe(false);
  for (const session of ['rs_0', 'rs_59'])
    expect(occurrences(await readAll(db, session), URL_TEXT)).toBe(SECRET_COUNT);
  await reencryptAddresses({ stores: db.encrypted, vault, log });
  // Each session has two mappings, its files, its inputs and two events.
  expect(lines).toMatchObject([[{ count: 60 * 6 }, expect.any(String)]]);
});

test('a new first key encrypts everything, and the old key can be removed', async () => {
  {
    await using db = await open(vault);
    await fill(db);
  }
  const both = createVault([NEW_KEY, OLD_KEY]);
  {
    await using db = await open(both);
    await reencryptAddresses({ stores: db.encrypted, vault: both, log: silentLog });
  }
  const next = createVault([NEW_KEY]);
  await using db = await open(next);
  expect(await lostSecrets(db.encrypted, next)).toEqual([]);
  expect(occurrences(await readAll(db), URL_TEXT)).toBe(SECRET_COUNT);
});

test('an address whose key is lost is null, is reported, and comes back with the key', async () => {
  {
    await using db = await open(vault);
    await fill(db);
  }
  const other = createVault([NEW_KEY]);
  {
    await using db = await open(other);
    const rows = await readAll(db);
    expect(occurrences(rows, URL_TEXT)).toBe(0);
    expect(occurrences(rows, '"remote_url":null')).toBe(SECRET_COUNT);
    expect(occurrences(rows, PUBLIC)).toBeGreaterThan(0);
    expect(await lostSecrets(db.encrypted, other)).toEqual(['map_rs_1', 'map_stored_rs_1']);
    await reencryptAddresses({ stores: db.encrypted, vault: other, log: silentLog });
  }
  await using db = await open(vault);
  expect(occurrences(await readAll(db), URL_TEXT)).toBe(SECRET_COUNT);
});

test('a command without keys writes back the encrypted form', async () => {
  {
    await using db = await open(vault);
    await fill(db);
  }
  {
    await using db = await open();
    const { stored: storedMapping } = await readAll(db);
    expect(JSON.stringify(storedMapping?.body)).toContain('"remote_url":"sealed:v1.');
    if (storedMapping)
      expect(await db.mappings.replace(storedMapping, storedMapping.body)).toBe(true);
  }
  await using db = await open(vault);
  expect((await readAll(db)).stored?.body).toEqual(mappingBody(URL_TEXT));
});
