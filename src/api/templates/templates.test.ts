import { describe, expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { temporaryApi } from '../api.fixture.ts';
import { add, patch } from './templates.fixture.ts';

describe('templates', () => {
  test('are listed with their counts, languages and the files of the newest ready version', async () => {
    await using t = await temporaryApi();
    const wide = await add(t, 'tsv_wide', { name: 'Birthday' });
    const { templateId, templateStyleId } = wide;
    await add(t, 'tsv_tall', { templateId, width: 1080, height: 1920 });
    await add(t, 'tsv_german', { templateId, templateStyleId, language: 'de' });
    t.clock.ms += 1000;
    await t.db.templateVersions.insert({
      id: 'tsv_next',
      accountId: DEFAULT_ACCOUNT,
      language: 'fr',
      name: '',
      digest: 'd',
      packageKey: 'k',
      packageLabel: 'a',
      templateId,
      templateStyleId,
    });
    await add(t, 'tsv_other', { name: '100% sale_1' });
    const { json } = await t.send('GET', '/v2/templates');
    expect(json.templates.map(({ name }: { name: string }) => name)).toEqual([
      '100% sale_1',
      'Birthday',
    ]);
    expect(json.templates[1]).toEqual({
      id: templateId,
      name: 'Birthday',
      poster_url: expect.stringContaining('/files/versions/tsv_german/stillcut_01.jpg?'),
      demo_video_url: expect.stringContaining('/files/versions/tsv_german/demo.mp4?'),
      style_count: 2,
      version_count: 4,
      languages: ['de', 'en'],
      sizes: [
        { width: 1920, height: 1080 },
        { width: 1080, height: 1920 },
      ],
      ready_version: {
        id: 'tsv_german',
        width: 1920,
        height: 1080,
        duration: 4,
        is_fillable: true,
      },
      latest_version: { id: 'tsv_next', status: 'processing', error: null },
      created_at: '2026-11-20T09:30:01.000Z',
      updated_at: '2026-11-20T09:30:04.000Z',
    });
    const answer = await t.send('GET', `/v2/templates/${templateId}`);
    expect(answer.json).toEqual({ template: json.templates[1] });
  });

  test('report why their last import failed', async () => {
    await using t = await temporaryApi();
    const { id, templateId } = await add(t, 'tsv_broken', { name: 'Broken' });
    const error = { code: 'font_missing', message: 'A font is missing.', layer_path: null };
    const report = { errors: [error, { ...error, code: 'other' }], warnings: [] };
    await t.db.templateVersions.update(id, { status: 'failed', report });
    const { json } = await t.send('GET', `/v2/templates/${templateId}`);
    expect(json.template).toMatchObject({
      poster_url: null,
      languages: [],
      latest_version: {
        id,
        status: 'failed',
        error: { code: 'font_missing', message: 'A font is missing.', hint: null },
      },
    });
  });

  test('have versions whose report groups equal warnings with advice', async () => {
    await using t = await temporaryApi();
    const { id } = await add(t, 'tsv_warned', { name: 'Warned' });
    const warned = (layer: string) => {
      const message = `The effect "${layer}" is not drawn.`;
      return { code: 'effect_unsupported', message, layer_path: layer, hint: null };
    };
    const report = { errors: [], warnings: [warned('a'), warned('b')] };
    await t.db.templateVersions.update(id, { report });
    const { json } = await t.send('GET', `/v2/template_style_versions/${id}`);
    expect(json.template_style_version.report).toMatchObject({
      ...report,
      findings: [
        {
          code: 'effect_unsupported',
          count: 2,
          layer_paths: ['a', 'b'],
          viewer: 'The layer shows without this effect.',
          remedies: { figma: 'Flatten the layer to an image.' },
        },
      ],
    });
  });

  test('are found by a part of their name, and listed page by page', async () => {
    await using t = await temporaryApi();
    const names = ['Sale 10%', 'Sale 100', 'sale_1', 'Sale-1', 'x\\y'];
    for (const [index, name] of names.entries()) await add(t, `tsv_${index}`, { name });
    const namesFor = async (q: string) =>
      (await t.send('GET', `/v2/templates?q=${encodeURIComponent(q)}`)).json.templates
        .map(({ name }: { name: string }) => name)
        .sort();
    expect(await namesFor('SALE')).toEqual(['Sale 10%', 'Sale 100', 'Sale-1', 'sale_1']);
    expect(await namesFor('0%')).toEqual(['Sale 10%']);
    expect(await namesFor('e_1')).toEqual(['sale_1']);
    expect(await namesFor('\\')).toEqual(['x\\y']);
    const first = (await t.send('GET', '/v2/templates?limit=3')).json;
    const second = (await t.send('GET', `/v2/templates?limit=3&cursor=${first.next_cursor}`)).json;
    expect([first.templates.length, second.templates.length, second.next_cursor]).toEqual([
      3,
      2,
      null,
    ]);
    expect((await t.send('GET', `/v2/templates?q=${'x'.repeat(201)}`)).status).toBe(422);
    expect((await t.send('GET', '/v2/templates?q=%00')).status).toBe(422);
  });

  test('are listed by shape, and by whether they have a ready version', async () => {
    await using t = await temporaryApi();
    const wide = await add(t, 'tsv_wide');
    const mixed = await add(t, 'tsv_mixed', { width: 1080, height: 1920 });
    await add(t, 'tsv_square', { width: 1080, height: 1080, templateId: mixed.templateId });
    const failed = await add(t, 'tsv_failed');
    await t.db.templateVersions.update('tsv_failed', { status: 'failed' });
    const idsOf = async (query: string) =>
      (await t.send('GET', `/v2/templates?${query}`)).json.templates.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsOf('ready=true')).toEqual([mixed.templateId, wide.templateId]);
    expect(await idsOf('ready=false')).toEqual([failed.templateId]);
    expect(await idsOf('shape=landscape')).toEqual([wide.templateId]);
    expect(await idsOf('shape=portrait')).toEqual([mixed.templateId]);
    expect(await idsOf('shape=square')).toEqual([mixed.templateId]);
    expect((await t.send('GET', '/v2/templates?shape=round')).status).toBe(422);
    const { json } = await t.send('GET', `/v2/templates/${mixed.templateId}`);
    expect(json.template).toMatchObject({
      ready_version: { id: 'tsv_square', width: 1080, height: 1080, duration: 4 },
      sizes: [
        { width: 1080, height: 1080 },
        { width: 1080, height: 1920 },
      ],
    });
    expect((await t.send('GET', `/v2/templates/${failed.templateId}`)).json.template).toMatchObject(
      { ready_version: null, sizes: [], poster_url: null },
    );
  });

  test('have styles with the newest ready version of each language', async () => {
    await using t = await temporaryApi();
    const { templateId, templateStyleId } = await add(t, 'tsv_old', { name: 'Wide' });
    await add(t, 'tsv_new', { templateId, templateStyleId });
    await add(t, 'tsv_german', { templateId, templateStyleId, language: 'de' });
    await add(t, 'tsv_tall', { templateId, name: 'Tall', width: 1080, height: 1920 });
    const failed = await add(t, 'tsv_failed', { templateId, templateStyleId });
    await t.db.templateVersions.update(failed.id, { status: 'failed' });
    const { json } = await t.send('GET', `/v2/templates/${templateId}/styles`);
    expect(json).toMatchObject({
      template_styles: [
        { name: 'Tall', width: 1080, height: 1920, version_ids: { en: 'tsv_tall' } },
        {
          id: templateStyleId,
          template_id: templateId,
          name: 'Wide',
          width: 1920,
          height: 1080,
          fps: 25,
          duration: 4,
          version_ids: { en: 'tsv_new', de: 'tsv_german' },
        },
      ],
      next_cursor: null,
    });
  });

  test('and their styles and versions are renamed', async () => {
    await using t = await temporaryApi();
    const { id, templateId, templateStyleId } = await add(t, 'tsv_1');
    const renamed = [
      await patch(t, `/v2/templates/${templateId}`, { name: 'A' }),
      await patch(t, `/v2/template_styles/${templateStyleId}`, { name: 'B' }),
      await patch(t, `/v2/template_style_versions/${id}`, { name: 'C' }),
    ];
    expect(renamed.map(({ json }) => json)).toMatchObject([
      { template: { name: 'A' } },
      { template_style: { name: 'B' } },
      { template_style_version: { name: 'C' } },
    ]);
    for (const body of [
      {},
      { name: '' },
      { name: 'a\0' },
      { name: 'x'.repeat(201) },
      { title: 'x' },
    ])
      expect((await patch(t, `/v2/templates/${templateId}`, body)).status).toBe(422);
  });

  test('versions are listed by template, style, language, status and name', async () => {
    await using t = await temporaryApi();
    const { templateId, templateStyleId } = await add(t, 'tsv_en', { name: 'Wide' });
    await add(t, 'tsv_de', { templateId, templateStyleId, language: 'de' });
    await add(t, 'tsv_tall', { templateId });
    await add(t, 'tsv_failed');
    await t.db.templateVersions.update('tsv_failed', {
      status: 'failed',
      report: { errors: [{}, {}], warnings: [] },
    });
    const listed = async (query: string) =>
      (await t.send('GET', `/v2/template_style_versions?${query}`)).json.template_style_versions;
    const ids = async (query: string) => (await listed(query)).map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual(['tsv_failed', 'tsv_tall', 'tsv_de', 'tsv_en']);
    expect(await ids(`template_id=${templateId}`)).toEqual(['tsv_tall', 'tsv_de', 'tsv_en']);
    expect(await ids(`template_style_id=${templateStyleId}&language=de`)).toEqual(['tsv_de']);
    expect(await ids('q=wId')).toEqual(['tsv_en']);
    const [failed] = await listed('status=failed');
    expect(failed).toMatchObject({ id: 'tsv_failed', error_count: 2, warning_count: 0 });
    expect(failed).not.toHaveProperty('editables');
    expect((await t.send('GET', '/v2/template_style_versions?status=x')).status).toBe(422);
  });

  test('versions name the examples of their editables', async () => {
    await using t = await temporaryApi();
    await add(t, 'tsv_1');
    const specs = (await t.send('GET', '/v2/template_style_versions/tsv_1/specs')).json;
    const { editables } = (await t.send('GET', '/v2/template_style_versions/tsv_1')).json
      .template_style_version;
    for (const shownEditables of [editables, specs.style_version.editables]) {
      expect(shownEditables.logo.example_url).toContain('/files/versions/tsv_1/examples/a.png?');
      expect(shownEditables.t_01).not.toHaveProperty('example_url');
    }
    const answer = await fetch(
      editables.logo.example_url.replace('http://framepress.test', await t.listen()),
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});
