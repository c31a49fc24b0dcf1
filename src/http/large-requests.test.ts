import { describe, expect, test } from 'vitest';
import { temporaryApi } from '../api/api.fixture.ts';

const SESSIONS = '/v2/render_sessions';

const VERSION = { template_style_version_id: 'tsv_ready', missing: 'example' };

const session = (changes: object, mapping: object = {}) => ({
  title: 'x',
  mapping: { ...VERSION, resources: {}, ...mapping },
  ...changes,
});
const MAX_ANSWER_BYTES = 256 * 1024;

const many = <T>(count: number, make: (index: number) => [string, T]) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => make(i)));

const list = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

const ODD = '\u0001"\\ 😀'.repeat(20);

describe('an expensive body is rejected:', () => {
  test.each<[string, 'POST' | 'PATCH' | 'PUT', string, unknown, number, string]>([
    [
      '9,000 unknown fields',
      'POST',
      SESSIONS,
      session(many(9000, (i) => [`f${i}`, 1])),
      422,
      'invalid_request',
    ],
    [
      '20,000 unknown fields',
      'POST',
      SESSIONS,
      session(many(20_000, (i) => [`f${i}`, 1])),
      413,
      'payload_too_large',
    ],
    [
      'unknown fields with unusual names',
      'POST',
      SESSIONS,
      session(many(500, (i) => [`${i}${ODD}`, 1])),
      422,
      'invalid_request',
    ],
    [
      '9,000 unknown editables',
      'POST',
      SESSIONS,
      session({}, { resources: many(9000, (i) => [`e${i}`, {}]) }),
      422,
      'editable_unknown',
    ],
    [
      'editables with unusual names',
      'POST',
      SESSIONS,
      session({}, { resources: many(200, (i) => [`${i}${ODD}`, ODD]) }),
      422,
      'editable_unknown',
    ],
    [
      'an editable name of 900 KB',
      'POST',
      SESSIONS,
      session({}, { resources: { ['x'.repeat(900_000)]: 1 } }),
      422,
      'editable_unknown',
    ],
    [
      '9,000 tracks',
      'POST',
      SESSIONS,
      session({}, { audio_tracks: many(9000, (i) => [`e${i}`, 'x']) }),
      422,
      'editable_unknown',
    ],
    [
      '9,000 fonts',
      'POST',
      SESSIONS,
      session({}, { font_changes: many(9000, (i) => [`e${i}`, 'x']) }),
      422,
      'font_unknown',
    ],
    [
      'fields beside the resources',
      'POST',
      SESSIONS,
      session(
        {},
        many(9000, (i) => [`f${i}`, 1]),
      ),
      422,
      'invalid_request',
    ],
    [
      'a title of 900 KB',
      'POST',
      SESSIONS,
      session({ title: 'x'.repeat(900_000) }),
      422,
      'invalid_request',
    ],
    [
      '20 uploads that are wrong',
      'POST',
      SESSIONS,
      session({
        external_uploads: list(
          20,
          many(400, (i) => [`f${i}`, 1]),
        ),
      }),
      422,
      'invalid_request',
    ],
    [
      '900 uploads',
      'POST',
      SESSIONS,
      session({ external_uploads: list(900, { to: 5 }) }),
      422,
      'invalid_request',
    ],
    [
      '300,000 keys of an agent',
      'POST',
      '/mcp',
      many(300_000, (i) => [`k${i}`, 0]),
      413,
      'payload_too_large',
    ],
    [
      '150,000 values',
      'POST',
      SESSIONS,
      session(
        {},
        many(9000, (i) => [`k${i}`, list(17, 0)]),
      ),
      413,
      'payload_too_large',
    ],
    [
      '50,000 uploads',
      'POST',
      SESSIONS,
      session({ external_uploads: list(50_000, 1) }),
      413,
      'payload_too_large',
    ],
    [
      '900 outputs',
      'POST',
      SESSIONS,
      session({ output: list(900, { format: 'avi' }) }),
      422,
      'invalid_request',
    ],
    [
      'metadata of 9,000 keys',
      'POST',
      SESSIONS,
      session({ metadata: many(9000, (i) => [`k${i}`, 1]) }),
      422,
      'invalid_request',
    ],
    [
      'metadata of 100,000 characters',
      'POST',
      SESSIONS,
      session({ metadata: many(50, (i) => [`k${i}`, 'x'.repeat(2000)]) }),
      422,
      'invalid_request',
    ],
    [
      'a key of 800 KB',
      'POST',
      SESSIONS,
      session({ metadata: { ['k'.repeat(800_000)]: 'x' } }),
      422,
      'invalid_request',
    ],
    [
      'an enumeration of 900 KB',
      'POST',
      SESSIONS,
      session({ render: 'x'.repeat(900_000) }),
      422,
      'invalid_request',
    ],
    [
      '1.2 MB',
      'POST',
      SESSIONS,
      session({ title: 'x'.repeat(1_200_000) }),
      413,
      'payload_too_large',
    ],
    [
      'a stored mapping of 1.2 MB',
      'POST',
      '/v2/mappings',
      { ...VERSION, x: 'x'.repeat(1_200_000) },
      413,
      'payload_too_large',
    ],
    [
      '9,000 unknown editables in a stored mapping',
      'POST',
      '/v2/mappings',
      { ...VERSION, resources: many(9000, (i) => [`e${i}`, {}]) },
      422,
      'editable_unknown',
    ],
    [
      'a still with 9,000 fields',
      'POST',
      '/v2/stills',
      { mapping: { ...VERSION, resources: {} }, at: 0, ...many(9000, (i) => [`f${i}`, 1]) },
      422,
      'invalid_request',
    ],
    [
      '100 KB to a webhook endpoint',
      'POST',
      '/v2/webhook_endpoints',
      { url: 'x'.repeat(100_000) },
      413,
      'payload_too_large',
    ],
    [
      '900 events',
      'POST',
      '/v2/webhook_endpoints',
      { url: 'https://x.example', events: list(900, 'x') },
      422,
      'invalid_request',
    ],
    [
      '100 KB to a destination',
      'POST',
      '/v2/destinations',
      { prefix: 'x'.repeat(100_000) },
      413,
      'payload_too_large',
    ],
    [
      'a destination with unusual field names',
      'POST',
      '/v2/destinations',
      { prefix: 's3://bucket', credentials: many(900, (i) => [`f${i}`, 1]) },
      422,
      'invalid_request',
    ],
  ])('%s', async (...[_name, method, url, body, status, code]) => {
    await using t = await temporaryApi();
    await t.addVersion();
    const text = JSON.stringify(body);
    const answer = await t.send(method, url, text, { 'content-type': 'application/json' });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    // The error names its limit.
    if (status === 413) expect(answer.json.detail).toMatch(/\d+ /);
    const { errors, more_errors: more = 0 } = answer.json;
    expect(errors.length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(MAX_ANSWER_BYTES);
    if (more > 0) expect(answer.json.detail).toContain(`and ${errors.length + more - 1} more`);
  });

  test('a stored mapping is checked with the same limits', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const resources = many(9000, (i) => [`e${i}${ODD}`, {}]);
    const { status, json, text } = await t.send('POST', '/v2/mappings/validate', {
      ...VERSION,
      ...many(500, (i) => [`f${i}`, 1]),
      resources: Object.fromEntries(Object.entries(resources).slice(0, 2000)),
      font_changes: many(2000, (i) => [`f${i}`, {}]),
      audio_tracks: many(2000, (i) => [`a${i}`, {}]),
    });
    expect([status, json.valid]).toEqual([200, false]);
    expect(json.errors).toHaveLength(100);
    expect(json.more_errors).toBeGreaterThan(50);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_ANSWER_BYTES);
  });
});
