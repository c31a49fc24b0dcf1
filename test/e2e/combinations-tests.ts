import { readdirSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { FEATURE_EDITABLES, featureLottie } from '../support/feature-template.ts';
import { removeFolder } from '../support/folder.ts';
import { writePackage } from '../support/package.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { AUDIO_FORMS, COLORS, CONTROLS, FONTS, IMAGES, TEXTS } from '../support/values.ts';

/** Each kind of value in each template is drawn, or refused with a documented code. */
export function combinationTests(part: Part): void {
  /*
   * Each kind of value × each bundled template and one with expressions and controls × check, still and video.
   * Each case succeeds or is refused with a documented code; no case gives `internal`, and check, still, video
   * and the rows of a batch agree.
   */
  const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));
  const TEMPLATES = readdirSync(DIST).filter((name) => name.endsWith('.lottie'));
  /** A package that the test makes: some of the texts, and all kinds of controls. */
  const FEATURES = 'features.zip';
  const EVERY_TEXT = 6;
  /** Cases of `npm test`: each type of editable has some. */
  const FEW = 20;
  const SIZE = { width: 160, fps: 1, quality: 'draft' };
  const AT_ONCE = 3;

  /** One value for one editable of a template. */
  type Case = {
    kind: string;
    editable: string;
    list: 'resources' | 'audio_tracks';
    entry: unknown;
  };
  type Editable = { input_type: string; stillcut: string; start: number; end: number };

  let folder: string;
  let service: SharedService;
  let client: Client;
  let documented: ReadonlySet<string>;
  const uploads = new Map<string, string>();
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-combinations-'));
    service = await sharedService();
    client = await new Client(service.url).login(service.credentials);
    const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
    documented = new Set([...page.matchAll(/^\| `(\w+)` +\| 422 /gm)].map(([, code = '']) => code));
    const files = Object.entries({ ...IMAGES, ...FONTS, ...AUDIO_FORMS });
    await eachOf(part(files, 12), async ([kind, make]) => {
      const bytes = new Uint8Array(await make());
      const { status, body } = await client.upload(bytes);
      // The upload itself may be refused because the file is not media.
      if (status === 201) uploads.set(kind, String((body['upload'] as Json)['id']));
      else expect([kind, ...codesOf(body).filter((code) => !documented.has(code))]).toEqual([kind]);
    });
  });

  afterAll(async () => {
    await removeFolder(folder);
  });

  async function eachOf<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    const left = [...list];
    const worker = async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** Returns the codes of a response's faults. */
  function codesOf(body: Json): string[] {
    const errors = (body['errors'] ?? []) as { code: string }[];
    return errors.map(({ code }) => code);
  }

  /** By input type: its kinds of values, and the mapping entry for each. */
  function entriesFor(type: string): [kind: string, entry: unknown][] {
    const uploaded = (kinds: object) =>
      Object.keys(kinds).flatMap((kind): [string, unknown][] => {
        const id = uploads.get(kind);
        return id === undefined ? [] : [[kind, { source: { upload_id: id } }]];
      });
    if (type === 'text') {
      return Object.entries(TEXTS).map(([kind, text]) => [`text: ${kind}`, { source: { text } }]);
    }
    if (type === 'color')
      return Object.entries(COLORS).map(([kind, color]) => [kind, { source: { color } }]);
    if (type in CONTROLS)
      return Object.entries(CONTROLS[type] ?? {}).map(([kind, value]) => [
        `${type}: ${kind}`,
        { source: { [type]: value } },
      ]);
    if (type === 'font') return uploaded(FONTS);
    if (type === 'audio') return [['silence', null], ...uploaded(AUDIO_FORMS)];
    return uploaded(IMAGES);
  }

  /** Assigns each kind of value to one of the editables of its type, in turn. */
  function casesOf(editables: Readonly<Record<string, Editable>>): Case[] {
    const types = [...new Set(Object.values(editables).map(({ input_type }) => input_type))];
    return types.flatMap((type) => {
      const names = Object.keys(editables).filter((name) => editables[name]?.input_type === type);
      const list = type === 'audio' ? ('audio_tracks' as const) : ('resources' as const);
      return entriesFor(type).map(([kind, entry], index) => {
        const editable = names[index % names.length] ?? '';
        return { kind: `${kind} in ${editable}`, editable, list, entry };
      });
    });
  }

  /** Combines accepted values, one for each editable of the template. */
  function together(cases: readonly Case[]): Case[][] {
    const byEditable = Map.groupBy(cases, ({ editable }) => editable);
    const max = Math.max(...[...byEditable.values()].map((list) => list.length));
    return Array.from({ length: max }, (_, index) =>
      [...byEditable.values()].flatMap((list) => list[index] ?? []),
    );
  }

  describe.each(part === fewOf ? [FEATURES] : [...TEMPLATES, FEATURES])('%s', (file) => {
    let versionId: string;
    let editables: Record<string, Editable>;
    let cases: Case[];
    /** By kind: the codes of the check's refusal. */
    const refused = new Map<string, string[]>();

    const mappingOf = (some: readonly Case[]): Json => ({
      template_style_version_id: versionId,
      missing: 'example',
      ...Object.fromEntries(
        (['resources', 'audio_tracks'] as const).map((name) => [
          name,
          Object.fromEntries(
            some
              .filter(({ list }) => list === name)
              .map(({ editable, entry }) => [editable, entry]),
          ),
        ]),
      ),
    });

    beforeAll(async () => {
      const path =
        file === FEATURES
          ? await writePackage(join(folder, file), featureLottie(), {
              version: 1,
              editables: FEATURE_EDITABLES,
            })
          : join(DIST, file);
      const version = await client.addTemplate(path);
      versionId = String(version['id']);
      const { body } = await client.send('GET', `/v2/template_style_versions/${versionId}/specs`);
      editables = (body['style_version'] as Json)['editables'] as Record<string, Editable>;
      const isUsed = ({ kind }: Case, index: number) =>
        file !== FEATURES || !kind.startsWith('text: ') || index % EVERY_TEXT === 0;
      const all = casesOf(editables).filter(isUsed);
      cases = part === fewOf ? part(all, FEW) : all;
    });

    test('checks', async () => {
      const wrong: unknown[] = [];
      await eachOf(cases, async (one) => {
        const { status, body } = await client.send('POST', '/v2/mappings/validate', {
          mapping: mappingOf([one]),
        });
        const codes = codesOf(body);
        const isExpected =
          status === 200 ? (body['valid'] === true) === (codes.length === 0) : status === 422;
        if (!isExpected || !codes.every((code) => documented.has(code)))
          wrong.push([one.kind, status, body]);
        if (status !== 200 || codes.length > 0) refused.set(one.kind, codes);
        count += 1;
      });
      expect(wrong).toEqual([]);
      expect(refused.size).toBeLessThan(cases.length / 2);
    });

    test('stills', async () => {
      const wrong: unknown[] = [];
      await eachOf(cases, async (one) => {
        const { stillcut = '' } = editables[one.editable] ?? {};
        const frameRequest = stillcut === '' ? { at: 1 } : { stillcut };
        const { response, bytes } = await client.still({
          mapping: mappingOf([one]),
          width: SIZE.width,
          format: 'jpeg',
          ...frameRequest,
        });
        const isTaken = response.status === 200 && bytes.readUInt16BE(0) === 0xffd8;
        const codes = isTaken ? [] : codesOf(JSON.parse(bytes.toString()) as Json);
        const isExpected = isTaken || (response.status === 422 && codes.length > 0);
        if (
          !isExpected ||
          isTaken === refused.has(one.kind) ||
          !codes.every((c) => documented.has(c))
        )
          wrong.push([one.kind, response.status, codes, refused.get(one.kind)]);
        count += 1;
      });
      expect(wrong).toEqual([]);
    });

    test('videos', async () => {
      const wrong: unknown[] = [];
      const taken = cases.filter(({ kind }) => !refused.has(kind));
      const groups = [
        ...cases.filter(({ kind }) => refused.has(kind)).map((one) => [one]),
        ...together(taken),
      ];
      await eachOf(groups, async (group) => {
        const kinds = group.map(({ kind }) => kind);
        const { status, body } = await client.send('POST', '/v2/render_sessions', {
          title: kinds.join(', '),
          render: 'preview',
          output: SIZE,
          mapping: mappingOf(group),
        });
        count += group.length;
        const isRefused = kinds.some((kind) => refused.has(kind));
        if (status !== 201) {
          const codes = codesOf(body);
          const isExpected =
            status === 422 && isRefused && codes.every((code) => documented.has(code));
          if (!isExpected) wrong.push([kinds, status, body]);
          return;
        }
        const session = body['render_session'] as Json;
        const done = await client.waitFor(String(session['id']));
        const codes = codesOf(done);
        const isExpected = isRefused
          ? codes.length > 0 && codes.every((code) => documented.has(code))
          : done['status'] === 'preview_rendered';
        if (!isExpected) wrong.push([kinds, done['status'], done['errors']]);
      });
      expect(wrong).toEqual([]);
    });

    test.runIf(file === FEATURES)('rows of a batch', async () => {
      const entriesOf = (group: readonly Case[]) =>
        Object.fromEntries(group.map(({ editable, entry }) => [editable, entry]));
      const taken = together(cases.filter(({ kind }) => !refused.has(kind)));
      const bad = cases.filter(({ kind }) => refused.has(kind)).map((one) => [one]);
      const sent = await client.send('POST', '/v2/batches', {
        template_style_version_id: versionId,
        title: 'features',
        output: SIZE,
        invalid_rows: 'skip',
        mapping: { resources: {}, missing: 'example' },
        rows: [...taken, ...bad].map(entriesOf),
      });
      expect(sent.status, JSON.stringify(sent.body)).toBe(201);
      let batch = sent.body['batch'] as Json;
      while (['checking', 'running'].includes(String(batch['status']))) {
        await pause(100);
        batch = (await client.send('GET', `/v2/batches/${batch['id']}`)).body['batch'] as Json;
      }
      const { counts } = batch as { counts: Record<string, number> };
      const { rendered, invalid = 0, failed = 0 } = counts;
      expect({ rendered, refused: invalid + failed }).toEqual({
        rendered: taken.length,
        refused: bad.length,
      });
    });
  });

  test('there are many cases', async () => {
    expect(count).toBeGreaterThanOrEqual(part === fewOf ? 3 * FEW : 300);
    expect(await service.log()).not.toContain('internal');
  });
}
