import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Log } from '../../system/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';
import { add, PATH, patch, send, URL } from './endpoints.fixture.ts';

describe('secrets', () => {
  test('are rotated, and both secrets are valid for a day', async () => {
    await using t = await temporaryApi();
    const { id, secret } = await add(t);
    const { json } = await t.send('POST', `${PATH}/${id}/rotate_secret`);
    expect(json.webhook_endpoint.secret).toMatch(/^whsec_/);
    expect(json.webhook_endpoint.secret).not.toBe(secret);
    expect(json.webhook_endpoint.previous_secret_expires_at).toBe('2026-11-21T09:30:00.000Z');
    t.clock.ms += 24 * 3600_000;
    const later = (await t.send('GET', `${PATH}/${id}`)).json.webhook_endpoint;
    expect(later.previous_secret_expires_at).toBeNull();
  });

  test('are limited to five, and keep_previous: false leaves only the new secret', async () => {
    await using t = await temporaryApi();
    const { id } = await add(t);
    const rotate = (body?: object) =>
      body
        ? send(t, `${PATH}/${id}/rotate_secret`, body)
        : t.send('POST', `${PATH}/${id}/rotate_secret`);
    for (let i = 0; i < 4; i++) {
      expect((await rotate()).status).toBe(200);
      t.clock.ms += 3600_000;
    }
    const refused = await rotate();
    expect(refused).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(refused.json.errors[0].hint).toContain('2026-11-21T09:30:00.000Z');
    const alone = await rotate({ keep_previous: false });
    expect(alone.json.webhook_endpoint).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      previous_secret_expires_at: null,
    });
    await rotate();
    const ended = await patch(t, `${PATH}/${id}`, { previous_secret_expires_at: null });
    expect(ended.json.webhook_endpoint.previous_secret_expires_at).toBeNull();
    expect((await t.db.webhookEndpoints.find(id))?.previousSecrets).toEqual([]);
    expect((await rotate({ keep_previous: 'no' })).status).toBe(422);
  });

  test('are replayed for an Idempotency-Key, and are stored only encrypted', async () => {
    const lines: string[] = [];
    const write = (...words: unknown[]) => void lines.push(JSON.stringify(words));
    const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
    await using t = await temporaryApi({}, log);
    await t.addVersion();
    const key = { 'idempotency-key': 'once' };
    const first = await send(t, PATH, { url: URL }, key);
    const replay = await send(t, PATH, { url: URL }, key);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(replay.json).toEqual(first.json);
    const rotated = await t.send(
      'POST',
      `${PATH}/${first.json.webhook_endpoint.id}/rotate_secret`,
      undefined,
      { 'idempotency-key': 'twice' },
    );
    const session = await send(
      t,
      '/v2/render_sessions',
      {
        title: 'x',
        webhook_url: URL,
        mapping: { template_style_version_id: 'tsv_ready', resources: RESOURCES },
      },
      { 'idempotency-key': 'thrice' },
    );
    const planted = [
      first.json.webhook_endpoint.secret,
      rotated.json.webhook_endpoint.secret,
      session.json.webhook_secret,
    ];
    const path = join(t.filesFolder, '../framepress.sqlite');
    const files = [await readFile(path), await readFile(`${path}-wal`)];
    const storedBytes = Buffer.concat([...files, Buffer.from(lines.join('\n'))]);
    expect(lines.length).toBeGreaterThan(3);
    for (const secret of planted) {
      expect(secret).toMatch(/^whsec_/);
      expect(storedBytes.includes(secret.slice('whsec_'.length))).toBe(false);
    }
  });
});
