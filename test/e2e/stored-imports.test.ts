import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { IMPORTER_VERSION } from '../../src/import/index.ts';
import { endIsolatedProcesses } from '../support/child-processes.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { framepress } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

let folder: string;
let data: string;
let service: SharedService;
let client: Client;
let path: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-stored-imports-'));
  service = await sharedService();
  data = service.dataDir;
  client = await new Client(service.url).login(service.credentials);
  path = await writePackage(join(folder, 'small.zip'), smallLottie(15));
});

afterAll(() => removeFolder(folder));

// An upgrade of all versions would find those of the last test.
afterEach(async () => {
  const { body } = await client.send('GET', '/v2/templates');
  for (const { id } of body['templates'] as Json[])
    expect((await client.send('DELETE', `/v2/templates/${id}`)).status).toBe(204);
});

async function add(): Promise<string> {
  const version = await client.addTemplate(path);
  expect(version).toMatchObject({ status: 'edit_ready' });
  const id = String(version['id']);
  await expectMeasured(id);
  return id;
}

/** All files of a version count for its account, soon after they were stored. */
async function expectMeasured(id: string): Promise<void> {
  const entries = await readdir(filesOf(id), { recursive: true, withFileTypes: true });
  const paths = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name));
  const sizes = await Promise.all(paths.map(async (one) => (await stat(one)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  await expect.poll(() => rowOf(id)['stored_bytes']).toBe(bytes);
}

/** The row of a version as the database has it. */
function rowOf(id: string): { importer_version: number; template_digest: string } & Json {
  const file = new DatabaseSync(join(data, 'framepress.sqlite'), { readOnly: true, timeout: 5000 });
  try {
    const row = file.prepare('select * from template_style_versions where id = ?').get(id);
    return row as ReturnType<typeof rowOf>;
  } finally {
    file.close();
  }
}

function change(sql: string, ...values: (string | number | null)[]): void {
  const file = new DatabaseSync(join(data, 'framepress.sqlite'), { timeout: 5000 });
  try {
    file.prepare(sql).run(...values);
  } finally {
    file.close();
  }
}

function filesOf(id: string, ...parts: string[]): string {
  return join(data, 'files', 'versions', id, ...parts);
}

function mappingOf(id: string, resources: Json = {}): Json {
  return { template_style_version_id: id, missing: 'example', resources };
}

async function still(id: string): Promise<Buffer> {
  const { response, bytes } = await client.still({ mapping: mappingOf(id), at: 0 });
  expect(response.status, bytes.toString('utf8', 0, 500)).toBe(200);
  return bytes;
}

async function render(id: string, resources: Json = {}): Promise<Json> {
  const body = { title: 'a', render: 'preview', mapping: mappingOf(id, resources) };
  const { body: answer, status } = await client.send('POST', '/v2/render_sessions', body);
  expect(status, JSON.stringify(answer)).toBe(201);
  const session = answer['render_session'] as Json;
  return client.waitFor(String(session['id']));
}

/** Only isolated processes have templates in their memory. New ones have none. */
const forget = () => endIsolatedProcesses(service.workerPids);

test('a version is checked, drawn and rendered from its stored import, without its package', async () => {
  const id = await add();
  const { importer_version: importerVersion, template_digest: digest, ...row } = rowOf(id);
  expect(await readdir(filesOf(id, 'template'))).toEqual([digest]);
  const before = await still(id);
  const first = await render(id, { t_01: { source: { text: 'One' } } });

  await writeFile(filesOf(id, 'package'), 'no package');
  await forget();
  expect(await still(id)).toEqual(before);
  await rm(filesOf(id, 'package'));
  const { body } = await client.send('POST', '/v2/mappings/validate', mappingOf(id));
  expect(body).toMatchObject({ valid: true });
  const second = await render(id, { t_01: { source: { text: 'One' } } });
  expect(second).toMatchObject({ status: 'preview_rendered', errors: [] });
  const receipts = [first, second].map((session) => session['receipt'] as Json);
  expect(receipts[1]).toEqual(receipts[0]);
  expect(receipts[1]?.['template']).toEqual({
    template_style_version_id: id,
    sha256: row['digest'],
    importer_version: importerVersion,
  });
  expect(await service.log()).not.toContain('imported a version again');
});

test('an import that is missing, damaged, or was never stored is made again from the package', async () => {
  const id = await add();
  const { template_digest: digest, importer_version: importerVersion } = rowOf(id);
  const storedPath = filesOf(id, 'template', digest);
  const [stored, before] = [await readFile(storedPath), await still(id)];
  const { body: shown } = await client.send('GET', `/v2/template_style_versions/${id}`);

  await rm(storedPath);
  await forget();
  expect(await still(id)).toEqual(before);
  await expect.poll(() => service.log()).toMatch(/it is missing.*imported a version again/);
  expect(await readFile(storedPath)).toEqual(stored);

  await writeFile(storedPath, Buffer.concat([stored.subarray(0, 500), stored.subarray(501)]));
  await forget();
  expect(await render(id)).toMatchObject({ status: 'preview_rendered' });
  await expect.poll(() => service.log()).toMatch(/it is damaged.*imported a version again/);
  expect(await readFile(storedPath)).toEqual(stored);

  // The state that an older release leaves.
  await rm(filesOf(id, 'template'), { recursive: true });
  change(
    `update template_style_versions set template_digest = null, importer_version = null,
      stored_bytes = 1 where id = ?`,
    id,
  );
  await forget();
  expect(await still(id)).toEqual(before);
  await expectMeasured(id);
  expect(rowOf(id)).toMatchObject({ template_digest: digest, importer_version: importerVersion });
  const { body: after } = await client.send('GET', `/v2/template_style_versions/${id}`);
  expect((after['template_style_version'] as Json)['updated_at']).toBe(
    (shown['template_style_version'] as Json)['updated_at'],
  );
});

type Upgraded = { importer_version: number; versions: (Json & { editables: Json })[] };

async function upgrade(...args: string[]): Promise<{ code: number; stderr: string } & Upgraded> {
  const all = ['template', 'upgrade', ...args, '--data-dir', data, '--json'];
  const { code, stdout, stderr } = await framepress(all);
  return { code, stderr, ...(JSON.parse(stdout) as Upgraded) };
}

/** Gives a version the row of an older importer, which found an editable more and called one another name. */
function age(id: string): void {
  const editables = JSON.parse(String(rowOf(id)['editables'])) as Record<string, Json>;
  const { t_01: text, ...others } = editables;
  const old = { ...others, t_01: { ...text, label: 'Old' }, gone: { ...text, label: 'Gone' } };
  change(
    `update template_style_versions set importer_version = 0, editables = ?,
      report = '{"errors":[],"warnings":[{"code":"a","message":"Old warning","layer_path":null,"hint":null}]}'
      where id = ?`,
    JSON.stringify(old),
    id,
  );
}

test('an upgrade reports the changes, and a running service uses it immediately', async () => {
  const [id, other] = [await add(), await add()];
  const { template_digest: digest } = rowOf(id);
  age(id);
  const before = await still(id);
  const stored = await readFile(filesOf(id, 'template', digest));
  expect(stored.includes(`"importerVersion":${IMPORTER_VERSION}`)).toBe(true);
  const mapping = mappingOf(id, { gone: { source: { text: 'left over' } } });
  const kept = await client.send('POST', '/v2/mappings', mapping);
  expect(kept.status, JSON.stringify(kept.body)).toBe(201);

  const refused = await upgrade(id);
  expect(refused).toMatchObject({
    code: 1,
    versions: [
      {
        template_style_version_id: id,
        status: 'refused',
        importer_version_before: 0,
        editables: { added: [], removed: ['gone'], changed: [{ name: 't_01', fields: ['label'] }] },
        mappings_left_over: 1,
      },
    ],
  });
  expect(rowOf(id)).toMatchObject({ importer_version: 0, template_digest: digest });
  expect(await still(id)).toEqual(before);

  const done = await upgrade('--all', '--force');
  expect(done).toMatchObject({
    code: 0,
    importer_version: refused.importer_version,
    versions: [
      {
        template_style_version_id: id,
        status: 'upgraded',
        warnings: { added: [], removed: ['Old warning'] },
      },
    ],
  });
  const { body } = await client.send('GET', `/v2/template_style_versions/${id}`);
  const { editables } = body['template_style_version'] as { editables: Record<string, Json> };
  expect(Object.keys(editables)).not.toContain('gone');
  expect(editables['t_01']).not.toMatchObject({ label: 'Old' });
  expect(await still(id)).toEqual(before);
  expect(await readdir(filesOf(id, 'template'))).toEqual([rowOf(id).template_digest]);
  expect(await upgrade('--all')).toMatchObject({ code: 0, versions: [] });
  expect(await upgrade(other)).toMatchObject({ code: 0, versions: [{ status: 'current' }] });
});

test('after an upgrade, processes with the old import in memory use the new one', async () => {
  const id = await add();
  const { template_digest: digest } = rowOf(id);
  const before = await still(id);
  // The changed package has another import result.
  const lottie = smallLottie(15);
  (lottie['layers'] as Json[]).pop();
  const changed = await writePackage(join(folder, 'changed.zip'), lottie);
  await writeFile(filesOf(id, 'package'), await readFile(changed));
  expect(await still(id)).toEqual(before);
  change('update template_style_versions set importer_version = 0 where id = ?', id);
  expect(await still(id)).toEqual(before);
  const { versions, code } = await upgrade(id);
  expect([code, versions]).toMatchObject([0, [{ editables: { removed: ['c_01'] } }]]);
  expect(rowOf(id).template_digest).not.toBe(digest);
  expect(await still(id)).not.toEqual(before);
  expect(await readdir(filesOf(id, 'template'))).toEqual([rowOf(id).template_digest]);
});

test('an upgrade stores the examples and fonts of a version that was imported without them', async () => {
  const id = await add();
  const logo = '(Footage)/USER/logo_01.png';
  const specs = async () => {
    const { body } = await client.send('GET', `/v2/template_style_versions/${id}/specs`);
    return body['style_version'] as { editables: Record<string, Json>; package_fonts?: string[] };
  };
  const example = async () => (await specs()).editables[logo]?.['example_url'];
  change('update template_style_versions set examples = null where id = ?', id);
  await rm(filesOf(id, 'examples'), { recursive: true });
  expect(await example()).toBeUndefined();
  const { versions } = await upgrade(id);
  expect(versions).toMatchObject([{ status: 'upgraded', editables: { added: [], removed: [] } }]);
  expect((await fetch(String(await example()))).headers.get('content-type')).toBe('image/png');
  expect(await upgrade(id)).toMatchObject({ versions: [{ status: 'current' }] });
  change('update template_style_versions set package_fonts = null where id = ?', id);
  expect(await specs()).not.toHaveProperty('package_fonts');
  expect(await upgrade(id)).toMatchObject({ versions: [{ status: 'upgraded' }] });
  expect((await specs()).package_fonts).toEqual(['Poppins-Bold']);
});

test('an upgrade whose stills cannot be stored leaves no file behind', async () => {
  const id = await add();
  const { template_digest: digest } = rowOf(id);
  const changed = await writePackage(join(folder, 'longer.zip'), smallLottie(18));
  await writeFile(filesOf(id, 'package'), await readFile(changed));
  change('update template_style_versions set importer_version = 0 where id = ?', id);
  await rm(filesOf(id, 'demo.mp4'));
  await mkdir(filesOf(id, 'demo.mp4'));
  const { code, versions } = await upgrade(id);
  expect([code, versions]).toMatchObject([
    1,
    [{ status: 'failed', errors: [{ code: 'storage_failed' }] }],
  ]);
  expect(rowOf(id)).toMatchObject({ importer_version: 0, template_digest: digest });
  expect(await readdir(filesOf(id, 'template'))).toEqual([digest]);
});

test('an upgrade that fails does not change the version, and reports the reason', async () => {
  const id = await add();
  const before = await still(id);
  change('update template_style_versions set importer_version = 0 where id = ?', id);
  await writeFile(filesOf(id, 'package'), 'no package');
  expect(await upgrade(id, 'tsv_none')).toMatchObject({
    code: 1,
    versions: [
      { status: 'failed', errors: [{ code: 'package_unreadable' }] },
      { status: 'failed', errors: [{ code: 'not_found' }] },
    ],
  });
  expect(await still(id)).toEqual(before);
  const args = ['--data-dir', data];
  const both = await framepress(['template', 'upgrade', id, '--all', ...args]);
  const none = await framepress(['template', 'upgrade', ...args]);
  for (const { code, stderr } of [both, none]) {
    expect(code).toBe(2);
    expect(stderr).toContain('Expected either ids of template versions or --all.');
  }
});
