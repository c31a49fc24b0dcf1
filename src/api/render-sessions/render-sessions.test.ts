import { describe, expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { sessionSchema } from '../../sessions/index.ts';
import { RESOURCES, temporaryApi } from '../api.fixture.ts';
import { good, JSON_TYPE, PATH, post } from './requests.fixture.ts';

const IMAGE = '(Footage)/USER/logo_01.png';

/** Returns `code pointer` for each fault. */
// biome-ignore lint/suspicious/noExplicitAny: the body of any response
const faultsOf = (json: any): string[] =>
  json.errors.map((e: { code: string; pointer?: string }) => `${e.code} ${e.pointer ?? ''}`);

describe('a new session', () => {
  test('has all fields of the documented API', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const { status, json } = await post(
      t,
      good({ metadata: { order: '7' }, external_id: 'shop-1' }),
    );
    expect(status).toBe(201);
    const { render_session: session } = json;
    expect(session).toMatchObject({
      id: expect.stringMatching(/^rs_\w{20}$/),
      title: 'For Zoë ',
      status: 'preview_rendering',
      render_progress: 0,
      thumbnails: [],
      video_url: null,
      errors: [],
      created_at: '2026-11-20T09:30:00.000Z',
      updated_at: '2026-11-20T09:30:00.000Z',
      mapping: {
        id: expect.stringMatching(/^map_\w{20}$/),
        template_style_version_id: 'tsv_ready',
        resources: RESOURCES,
      },
      audio_tracks: {},
      font_changes: {},
      source_uploads: [],
      fonts: [],
      phase: 'queued',
      metadata: { order: '7' },
      external_id: 'shop-1',
      expires_at: null,
    });
    expect(Object.keys(session).sort()).toEqual(Object.keys(sessionSchema.shape).sort());
    expect(t.asked.started).toEqual([`${session.id} 1`]);
    expect((await t.send('GET', `${PATH}/${session.id}`, undefined, JSON_TYPE)).json).toEqual(json);
  });

  test('without render stays a draft', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const { json } = await post(t, good({ render: undefined }));
    expect(json.render_session.status).toBe('draft');
    expect(t.asked.started).toEqual([]);
  });

  test('accepts default values that are sent explicitly', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const output = { width: 1920, height: 1080, fps: 30, format: 'mp4', quality: 'standard' };
    const usual = { output, external_uploads: [], edit_token: false, priority: 'normal' };
    const { status } = await post(t, good(usual, { audio_tracks: {}, font_changes: {} }));
    expect(status).toBe(201);
  });

  test('is rejected with 429 when the queue is full, and can be created later with the same key', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    t.asked.refuse = new AppError('queue_full', 'Too many.');
    const key = { 'idempotency-key': 'k' };
    const refused = await post(t, good(), key);
    expect(refused).toMatchObject({ status: 429, json: { code: 'queue_full' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await t.send('GET', PATH)).json.render_sessions).toEqual([]);
    delete t.asked.refuse;
    const { id } = (await post(t, good(), key)).json.render_session;
    expect(t.asked.started).toEqual([`${id} 1`]);
  });
});

describe('a rejected request', () => {
  test('returns all faults together, each with its pointer', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const { status, json } = await post(t, {
      titel: 'x',
      render: 'now',
      output: { width: 99, format: 'gif', size: 3 },
      mapping: {
        template_style_version_id: 'tsv_ready',
        audio_tracks: { 'a/b': { source: null } },
        font_changes: { Poppins: {} },
        resources: { t_1: { source: { text: 'x' } }, c_01: { source: { color: 'zz' } } },
      },
    });
    expect(status).toBe(422);
    expect(faultsOf(json).sort()).toEqual(
      [
        'invalid_request /title',
        'invalid_request /titel',
        'invalid_request /render',
        'invalid_request /output/size',
        'editable_unknown /mapping/audio_tracks/a~1b',
        'invalid_request /mapping/font_changes/Poppins',
        'editable_unknown /mapping/resources/t_1',
        'color_invalid /mapping/resources/c_01/source',
        'editable_missing /mapping/resources',
        'editable_missing /mapping/resources',
      ].sort(),
    );
    const by = (pointer: string) =>
      json.errors.find((e: { pointer: string }) => e.pointer === pointer);
    expect(by('/title').message).toBe('Expected a string for /title but received nothing.');
    expect(by('/render').message).toBe(
      'Expected "preview" or "final" for /render but received "now".',
    );
    expect(by('/mapping/resources/t_1').hint).toContain('"t_01"');
    const missing = json.errors.filter((e: { code: string }) => e.code === 'editable_missing');
    expect(missing.map((e: { editable: string }) => e.editable)).toEqual(['t_01', IMAGE]);
    expect(json.detail).toContain('(and 9 more)');
    expect(t.asked.started).toEqual([]);
    expect((await t.send('GET', PATH)).json.render_sessions).toEqual([]);
  });

  test.each([
    [
      'an unknown version',
      good({}, { template_style_version_id: 'tsv_none' }),
      422,
      ['template_version_unknown /mapping/template_style_version_id'],
    ],
    [
      'an unknown version without resources',
      { title: 'x', mapping: { template_style_version_id: 'tsv_none' } },
      422,
      [
        'invalid_request /mapping/resources',
        'template_version_unknown /mapping/template_style_version_id',
      ],
    ],
    ['no mapping', { title: 'x' }, 422, ['invalid_request /mapping']],
    ['a mapping that is a string', { title: 'x', mapping: 'm' }, 422, ['invalid_request /mapping']],
    ['an empty title', good({ title: '' }), 422, ['invalid_request /title']],
    ['an object as title', good({ title: { toString: 1 } }), 422, ['invalid_request /title']],
    ['a long title', good({ title: 'x'.repeat(501) }), 422, ['invalid_request /title']],
    ['a lone surrogate', good({ title: '\ud83d' }), 422, ['invalid_request /title']],
    ['U+0000', good({ external_id: 'a\0b' }), 422, ['invalid_request /external_id']],
    [
      'metadata that is not a string',
      good({ metadata: { a: 1 } }),
      422,
      ['invalid_request /metadata/a'],
    ],
    ['two mappings', good({ mapping_id: 'map_1' }), 422, ['invalid_request /mapping_id']],
    [
      'an unknown mapping_id',
      { title: 'x', mapping_id: 'map_1' },
      422,
      ['invalid_request /mapping_id'],
    ],
    [
      'deliveries',
      good({ external_uploads: [{ to: 's3://x' }] }),
      422,
      ['target_invalid /external_uploads/0/to'],
    ],
    [
      'outputs with impossible settings',
      good({
        output: [
          { width: 1920, height: 1079 },
          { format: 'gif', codec: 'h264', fps: 60, width: 10_000 },
          { format: 'avi' },
        ],
      }),
      422,
      [
        'invalid_request /output/2/format',
        'invalid_request /output/0/height',
        'invalid_request /output/1/codec',
        'invalid_request /output/1/fps',
        'invalid_request /output/1/width',
      ],
    ],
    ['an output that is not an object', good({ output: 'gif' }), 422, ['invalid_request /output']],
    ['an empty list of outputs', good({ output: [] }), 422, ['invalid_request /output']],
    [
      'a megabyte of text',
      good({}, { resources: { ...RESOURCES, t_01: { source: { text: 'x'.repeat(1e6) } } } }),
      422,
      ['text_invalid /mapping/resources/t_01/source/text'],
    ],
    [
      'an unknown upload_id',
      good({}, { resources: { ...RESOURCES, [IMAGE]: { source: { upload_id: 'up_1' } } } }),
      422,
      ['upload_unknown /mapping/resources/(Footage)~1USER~1logo_01.png/source/upload_id'],
    ],
    [
      'an unknown font',
      good({}, { font_changes: { Poppings: { source: { font_name: 'Arial' } } } }),
      422,
      ['font_unknown /mapping/font_changes/Poppings'],
    ],
    [
      'a mapping without entries',
      good({}, { resources: null }),
      422,
      ['invalid_request /mapping/resources'],
    ],
  ])('with %s returns its faults', async (_name, body, status, faults) => {
    await using t = await temporaryApi();
    await t.addVersion();
    const answer = await post(t, body);
    expect(answer.status).toBe(status);
    expect(faultsOf(answer.json)).toEqual(faults);
    expect(t.asked.started).toEqual([]);
  });

  test('with a codec that ffmpeg cannot encode names the missing encoder', async () => {
    await using t = await temporaryApi({
      missingEncoders: async () => new Map([['hevc', ['libx265']]]),
    });
    await t.addVersion();
    const { status, json } = await post(t, good({ output: { codec: 'hevc' } }));
    expect([status, faultsOf(json)]).toEqual([422, ['invalid_request /output/codec']]);
    expect(json.errors[0]).toMatchObject({
      message: expect.stringContaining('hevc'),
      hint: expect.stringContaining('libx265'),
    });
    expect((await post(t, good())).status).toBe(201);
  });

  test('with a version that is not ready is 409, or 422 together with other faults', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    await t.db.templateVersions.update('tsv_ready', { status: 'processing' });
    const alone = await post(t, good());
    expect(alone).toMatchObject({ status: 409, json: { code: 'template_version_not_ready' } });
    const both = await post(t, good({ title: 5 }));
    expect(both.status).toBe(422);
    expect(faultsOf(both.json)).toEqual([
      'invalid_request /title',
      'template_version_not_ready /mapping/template_style_version_id',
    ]);
  });

  test('with an id of a different account is the same as with an unknown id', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const { json } = await post(t, good());
    const { id: account } = await t.db.accounts.insert('second');
    const other = { authorization: `Bearer ${await t.token('*', account)}` };
    const url = `${PATH}/${json.render_session.id}`;
    expect((await t.send('GET', url, undefined, other)).status).toBe(404);
    expect((await t.send('POST', `${url}/cancel`, undefined, other)).status).toBe(404);
    expect((await t.send('GET', PATH, undefined, other)).json.render_sessions).toEqual([]);
    expect(await post(t, good(), other)).toMatchObject({
      status: 422,
      json: { code: 'template_version_unknown' },
    });
  });
});

describe('the list', () => {
  test('returns all sessions page by page, and filters them', async () => {
    await using t = await temporaryApi();
    await t.addVersion();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { json } = await post(t, good({ external_id: `shop-${i % 2}` }));
      ids.unshift(json.render_session.id);
      t.clock.ms += 1;
    }
    const listedIds: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`;
      const { json } = await t.send('GET', PATH + query);
      listedIds.push(...json.render_sessions.map((s: { id: string }) => s.id));
      cursor = json.next_cursor;
    }
    expect(listedIds).toEqual(ids);
    const count = async (query: string) =>
      (await t.send('GET', `${PATH}?${query}`)).json.render_sessions.length;
    expect(await count('external_id=shop-1')).toBe(2);
    expect(await count('status=preview_rendering&template_style_version_id=tsv_ready')).toBe(5);
    expect(await count('status=failed')).toBe(0);
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'status=bogus',
    'cursor=x',
    'cursor=WzFd',
    'order=up',
    'limit=1&limit=2',
  ])('rejects ?%s', async (query) => {
    await using t = await temporaryApi();
    const answer = await t.send('GET', `${PATH}?${query}`);
    expect(answer).toMatchObject({ status: 422, json: { code: 'invalid_request' } });
    expect(answer.json.errors[0].pointer).toBe(`/${query.split('=')[0]}`);
  });
});
