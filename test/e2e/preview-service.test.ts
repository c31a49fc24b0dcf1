import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { difference } from '../support/difference.ts';
import { removeFolder } from '../support/folder.ts';
import { SCRIPT_FONT, serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf, processFolders } from '../support/place.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { isCluster } from '../support/test-services.ts';
import { expectedSchema } from './preview-service.fixture.ts';

const LOGO = '(Footage)/USER/logo_01.png';
const FONT = 'Poppins-Bold';

let folder: string;
let service: SharedService;
let images: Awaited<ReturnType<typeof serveImages>>;
let client: Client;
let versionId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-previews-'));
  images = await serveImages();
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const lettering = { type: 'font', targets: [{ font: FONT }], label: 'Lettering' };
  const version = await client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(), {
      version: 1,
      stillcuts: { start: 0, end: 0.9 },
      editables: { lettering },
    }),
  );
  expect(version['report']).toEqual({ errors: [], findings: [], warnings: [] });
  versionId = String(version['id']);
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const mapping = (changes: Json = {}, resources: Json = {}): Json => ({
  template_style_version_id: versionId,
  resources: {
    t_01: { source: { text: 'Zoë' } },
    c_01: { source: { color: 'a03060' } },
    [LOGO]: { source: { remote_url: images.url('/good.jpg') } },
    ...resources,
  },
  ...changes,
});

const validate = (body: unknown) => client.send('POST', '/v2/mappings/validate', body);

/** Returns `code pointer` of each fault. */
const reported = ({ errors }: Json) =>
  (errors as { code: string; pointer?: string }[]).map((e) => `${e.code} ${e.pointer ?? ''}`);

test('the mapping specification and the schema list a font editable', async () => {
  const { body } = await client.send('GET', `/v2/template_style_versions/${versionId}/specs`);
  const { editables, fonts } = body['style_version'] as { editables: Json; fonts: string[] };
  expect(fonts).toEqual([FONT]);
  expect(editables['lettering']).toMatchObject({
    input_type: 'font',
    label: 'Lettering',
    required: false,
    fonts: [FONT],
    start: 0,
    end: 1,
  });
  const schema = await client.send('GET', `/v2/template_style_versions/${versionId}/schema`);
  expect(schema.body).toMatchObject(expectedSchema(versionId, { font: FONT, image: LOGO }));
});

describe('a check', () => {
  test('of a valid mapping reports the fit', async () => {
    const { status, body } = await validate({ mapping: mapping() });
    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      errors: [],
      warnings: [],
      fit: {
        t_01: {
          font_scale: 1,
          lines: 1,
          overflow: false,
          word_broken: false,
          missing_glyphs: [],
          fallback_fonts: [],
          font_replaced: false,
        },
        // 100×50 out of 640×480, from the middle.
        [LOGO]: { crop: { x: 0, y: 80, width: 640, height: 320 } },
      },
    });
    expect((await validate(mapping())).body).toEqual(body);
  });

  test('warns of texts that will not look right', async () => {
    const { body } = await validate({
      mapping: mapping({}, { t_01: { source: { text: 'Ζωή \u{10FFFD}' } } }),
    });
    expect(body).toMatchObject({
      valid: true,
      warnings: [
        { code: 'glyph_missing', editable: 't_01' },
        { code: 'font_fallback', editable: 't_01' },
      ],
      fit: { t_01: { missing_glyphs: ['U+10FFFD'], fallback_fonts: ['NotoSans-Bold'] } },
    });
  });

  test('lays out text in the language of the version', async () => {
    const path = join(folder, 'small.zip');
    const japanese = await client.addTemplate(path, { language: 'ja' });
    const forms = [versionId, japanese['id']].map(async (id) => {
      const text = { t_01: { source: { text: '骨直' } } };
      const given = { ...mapping({}, text), template_style_version_id: id };
      const { fit } = (await validate({ mapping: given })).body;
      return (fit as { t_01: Json }).t_01['fallback_fonts'];
    });
    expect(await Promise.all(forms)).toEqual([['NotoSansCJKsc-Bold'], ['NotoSansCJKjp-Bold']]);
  });

  test('lists all faults of a mapping and checks the rest', async () => {
    const { status, body } = await validate({
      mapping: mapping(
        { colour: 'red', font_changes: { 'Poppins-Bald': { source: { upload_id: 'up_x' } } } },
        {
          t_02: { source: { text: 'x' } },
          c_01: { source: { color: 'pink' } },
          [LOGO]: { source: { remote_url: images.url('/missing.jpg?token=secret') } },
          lettering: { source: { upload_id: 'up_none' } },
        },
      ),
    });
    expect(status).toBe(200);
    expect(body['valid']).toBe(false);
    expect(reported(body).sort()).toEqual([
      'asset_not_found /mapping/resources/(Footage)~1USER~1logo_01.png/source/remote_url',
      'color_invalid /mapping/resources/c_01/source',
      'editable_unknown /mapping/resources/t_02',
      'font_unknown /mapping/font_changes/Poppins-Bald',
      'invalid_request /mapping/colour',
      'upload_unknown /mapping/resources/lettering/source/upload_id',
    ]);
    expect(body['fit']).toMatchObject({ t_01: { lines: 1 } });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('reports the fit of the other editables when a text cannot be laid out', async () => {
    const text = { source: { text: 'a'.padEnd(400, '\u0301') } };
    const { body } = await validate({ mapping: mapping({}, { t_01: text }) });
    expect(reported(body)).toEqual(['text_invalid /mapping/resources/t_01/source/text']);
    expect(body['fit']).toMatchObject({ [LOGO]: { crop: { width: 640 } } });
  });

  test('of a mapping without a request has pointers into the mapping', async () => {
    const bare = mapping({ missing: 'no' }, { c_01: { source: { color: 'pink' } } });
    expect(reported((await validate(bare)).body)).toEqual([
      'invalid_request /missing',
      'color_invalid /resources/c_01/source',
    ]);
  });

  test('of a mapping without entries reports each missing entry', async () => {
    const empty = { template_style_version_id: versionId, resources: {} };
    expect(reported((await validate({ mapping: empty })).body)).toHaveLength(3);
    const shapeless = { template_style_version_id: versionId, resources: [] };
    expect(reported((await validate({ mapping: shapeless })).body)).toEqual([
      'invalid_request /mapping/resources',
    ]);
  });

  test.each<[string, unknown, number, string]>([
    ['no body', '[]', 400, 'malformed_body '],
    ['no mapping', {}, 422, 'invalid_request /mapping'],
    ['a mapping that is a text', { mapping: 'm' }, 422, 'invalid_request /mapping'],
    ['an unknown field', { mapping: {}, at: 1 }, 422, 'invalid_request /at'],
    [
      'an unknown version',
      { mapping: { template_style_version_id: 'tsv_none', resources: {} } },
      422,
      'template_version_unknown /mapping/template_style_version_id',
    ],
    [
      'an unknown version, bare',
      { template_style_version_id: 'tsv_none' },
      422,
      'template_version_unknown /template_style_version_id',
    ],
  ])('with %s is refused', async (_, body, status, fault) => {
    const answer = await validate(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(reported(answer.body)).toContain(fault);
  });

  // Each API has its own places.
  test.skipIf(isCluster)(
    'ends when its client disconnects, and the next check starts',
    async () => {
      const leaving = new AbortController();
      const left: Promise<unknown>[] = [];
      const answers: number[] = [];
      // An account may use half of the places. The requests that run or wait are not answered.
      while (answers.length === 0) {
        // Each its own address: whoever wants the same file waits for the same fetch.
        const source = { remote_url: images.url(`/hangs?${left.length}`) };
        const body = { mapping: mapping({}, { [LOGO]: { source } }), at: 0 };
        const answer = client.still(body, leaving.signal);
        left.push(answer.then(({ response }) => answers.push(response.status)).catch(() => 'left'));
        await pause(20);
      }
      await expect.poll(() => images.hanging()).toBeGreaterThan(1);
      const full = await validate({ mapping: mapping() });
      expect(full).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(full.headers.get('retry-after')).toBe('5');
      leaving.abort();
      expect(await Promise.all(left)).toContain('left');
      expect(new Set(answers)).toEqual(new Set([503]));
      let { status } = full;
      while (status === 503) {
        await pause(20);
        ({ status } = await validate({ mapping: mapping() }));
      }
      expect(status).toBe(200);
      // The folders of the processes stay.
      const { length } = await processFolders(service.dataDir);
      while ((await entriesOf(service.dataDir, 'previews')).length > length) await pause(20);
    },
  );
});

describe('a change of fonts', () => {
  const changed = { [FONT]: { source: { remote_url: '' } } };

  test.each([
    ['/cut.ttf', 'font_invalid'],
    ['/good.jpg', 'font_invalid'],
    ['/page.jpg', 'font_invalid'],
    ['/missing.ttf', 'asset_not_found'],
    ['/huge.ttf', 'asset_too_large'],
    ['/private.jpg', 'asset_private_address'],
  ])('to %s is %s, by its pointer and without secrets', async (path, code) => {
    const url = images.url(`${path}?token=secret`);
    const { body } = await validate({
      mapping: mapping({ font_changes: { [FONT]: { source: { remote_url: url } } } }),
    });
    expect(body['errors']).toEqual([
      expect.objectContaining({
        code,
        pointer: `/mapping/font_changes/${FONT}/source/remote_url`,
        url: expect.stringContaining(path),
      }),
    ]);
    const named = await validate({
      mapping: mapping({}, { lettering: { source: { remote_url: url } } }),
    });
    expect(named.body['errors']).toEqual([
      expect.objectContaining({ code, editable: 'lettering' }),
    ]);
    expect(JSON.stringify([body, named.body])).not.toContain('secret');
  });

  test('uses a fallback font of the same weight for missing characters', async () => {
    const source = { remote_url: images.url('/script.ttf') };
    const text = { t_01: { source: { text: 'क' } } };
    const { body } = await validate({
      mapping: mapping({ font_changes: { [FONT]: { source } } }, text),
    });
    const { t_01 } = body['fit'] as Json;
    expect(t_01).toMatchObject({ fallback_fonts: ['NotoSansDevanagari-Bold'] });
  });

  test('is refused for a font that a font editable also changes', async () => {
    const source = { remote_url: images.url('/script.ttf') };
    const twice = mapping(
      { font_changes: { ...changed, [FONT]: { source } } },
      { lettering: { source } },
    );
    expect(reported((await validate({ mapping: twice })).body)).toEqual([
      `invalid_request /mapping/font_changes/${FONT}`,
    ]);
  });

  test.each(['font_changes', 'a font editable', 'an upload'])(
    'by %s is rendered and reported',
    async (how) => {
      const uploaded =
        how === 'an upload'
          ? await client.upload(Uint8Array.from(await readFile(SCRIPT_FONT)))
          : undefined;
      const upload = uploaded?.body['upload'] as Json | undefined;
      const source = upload
        ? { upload_id: upload['id'] }
        : { remote_url: images.url('/script.ttf') };
      const changes =
        how === 'a font editable'
          ? mapping({}, { lettering: { source } })
          : mapping({ font_changes: { [FONT]: { source } } });
      const { body } = await client.send('POST', '/v2/render_sessions', {
        title: how,
        render: 'preview',
        mapping: changes,
      });
      const session = await client.waitFor(String((body['render_session'] as Json)['id']));
      expect(session).toMatchObject({
        status: 'preview_rendered',
        font_changes: changes['font_changes'] ?? {},
        fonts: [{ name: 'Pacifico-Regular', family: 'Pacifico', from: 'font_changes' }],
        fit: { t_01: { lines: 1 }, [LOGO]: { crop: { width: 640 } } },
        source_uploads: [
          { editable: LOGO, content_type: 'image/jpeg' },
          {
            ...(how === 'a font editable' ? { editable: 'lettering' } : { font: FONT }),
            ...source,
            content_type: 'font/ttf',
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          },
        ],
      });
      // The letters are not those of the template's own font.
      const own = await client.still({ mapping: mapping(), at: 0.5 });
      const other = await client.still({ mapping: changes, at: 0.5 });
      expect(own.response.status).toBe(200);
      expect((await difference(own.bytes, other.bytes)).mean).toBeGreaterThan(0.5);
    },
  );
});
