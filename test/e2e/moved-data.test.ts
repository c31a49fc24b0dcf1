import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';

const LOGO = '(Footage)/USER/logo_01.png';

/** Returns the cells of the database that contain `text`, as `table.column: value`. */
function cellsWith(dataDir: string, text: string): string[] {
  const db = new DatabaseSync(join(dataDir, 'framepress.sqlite'), { readOnly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
    return tables.flatMap(({ name }) =>
      db
        .prepare(`select * from "${String(name)}"`)
        .all()
        .flatMap((row) => Object.entries(row))
        .filter(([, value]) => readable(value).includes(text))
        .map(([column, value]) => `${String(name)}.${column}: ${readable(value)}`),
    );
  } finally {
    db.close();
  }
}

function readable(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
}

/** Changes the JSON of a column in every row. */
function rewrite(dataDir: string, change: (input: Json) => Json): void {
  const db = new DatabaseSync(join(dataDir, 'framepress.sqlite'));
  try {
    for (const { session_id, ingested } of db.prepare('select * from session_inputs').all()) {
      const inputs = Object.entries(JSON.parse(String(ingested)) as Record<string, Json>);
      const changed = Object.fromEntries(inputs.map(([key, input]) => [key, change(input)]));
      const update = db.prepare('update session_inputs set ingested = ? where session_id = ?');
      update.run(JSON.stringify(changed), String(session_id));
    }
  } finally {
    db.close();
  }
}

const startRender = async (client: Client, version: Json, url: string) => {
  const mapping = {
    template_style_version_id: version['id'],
    resources: {
      t_01: { source: { text: 'Hello' } },
      c_01: { source: { color: '#203040' } },
      [LOGO]: { source: { remote_url: url } },
    },
  };
  const session = { title: 'A video', mapping, render: 'preview' };
  const { body, status } = await client.send('POST', '/v2/render_sessions', session);
  expect([status, body]).toMatchObject([201, {}]);
  const { id } = body['render_session'] as Json;
  return client.waitFor(String(id));
};

test('a data folder can be moved between a preview and its final, which needs no network', async () => {
  const root = await mkdtemp(join(tmpdir(), 'framepress-moved-'));
  const [old, now] = [join(root, 'old'), join(root, 'now')];
  const environment = { FRAMEPRESS_WORKERS: '1', FRAMEPRESS_SEGMENTS_MAX_MB: '0' };
  try {
    const pack = await writePackage(join(root, 's.zip'), smallLottie(12));
    const credentials = await makeClient(old);
    let preview: Json;
    {
      await using images = await serveImages();
      await using service = await startService(old, environment);
      const client = await new Client(service.url).login(credentials);
      const version = await client.addTemplate(pack);
      preview = await startRender(client, version, images.url('/good.jpg'));
      expect(preview).toMatchObject({ status: 'preview_rendered', errors: [] });
      // A file where a folder should be makes the next render fail.
      await removeFolder(join(old, 'segments'));
      await writeFile(join(old, 'segments'), '');
      const failed = await startRender(client, version, images.url('/good.jpg'));
      expect(failed).toMatchObject({ status: 'failed', errors: [{ code: 'storage_failed' }] });
      expect(JSON.stringify(failed)).not.toContain(root);
      await rm(join(old, 'segments'));
    }
    expect(cellsWith(old, old)).toEqual([]);
    // Earlier versions wrote paths, which mean nothing any more.
    rewrite(old, (input) => ({ ...input, path: join(old, 'files', String(input['sha256'])) }));
    expect(cellsWith(old, old)).not.toEqual([]);

    await rename(old, now);
    await using service = await startService(now, environment);
    const client = await new Client(service.url).login(credentials);
    const at = `/v2/render_sessions/${preview['id']}`;
    expect((await client.send('POST', `${at}/render`, { render: 'final' })).status).toBe(200);
    const final = await client.waitFor(String(preview['id']));
    expect(final).toMatchObject({ status: 'final_rendered', errors: [] });
    const video = await fetch(String(final['video_url']));
    expect((await video.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  } finally {
    await removeFolder(root);
  }
});
