import { describe, expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { temporaryApi } from '../api.fixture.ts';
import { add, files, patch, post, SESSIONS, session } from './templates.fixture.ts';

describe('a removal', () => {
  test('of a version, a style or a template hides them and removes their files', async () => {
    await using t = await temporaryApi();
    const { templateId, templateStyleId } = await add(t, 'tsv_1');
    await add(t, 'tsv_2', { templateId, templateStyleId });
    await add(t, 'tsv_3', { templateId });
    await add(t, 'tsv_4', { templateId });
    const expectRemoval = async (path: string) => {
      expect((await t.send('DELETE', path)).status).toBe(204);
      expect((await t.send('GET', path.replace('/template_styles/', '/templates/'))).status).toBe(
        404,
      );
      expect((await t.send('DELETE', path)).status).toBe(404);
    };
    await expectRemoval('/v2/template_style_versions/tsv_1');
    expect(await files(t)).toEqual(['tsv_2', 'tsv_3', 'tsv_4']);
    await expectRemoval(`/v2/template_styles/${templateStyleId}`);
    expect(await files(t)).toEqual(['tsv_3', 'tsv_4']);
    const { template } = (await t.send('GET', `/v2/templates/${templateId}`)).json;
    expect(template).toMatchObject({ style_count: 2, version_count: 2 });
    await expectRemoval(`/v2/templates/${templateId}`);
    expect(await files(t)).toEqual([]);
    expect((await t.send('GET', '/v2/templates')).json.templates).toEqual([]);
    expect(
      (await t.send('GET', '/v2/template_style_versions')).json.template_style_versions,
    ).toEqual([]);
    expect(await t.db.storage.usedBy(DEFAULT_ACCOUNT)).toBe(0);
  });

  test('is refused while an import or a render uses a version, and names it', async () => {
    await using t = await temporaryApi();
    const { id, templateId, templateStyleId } = await add(t, 'tsv_1');
    const paths = [
      `/v2/template_style_versions/${id}`,
      `/v2/template_styles/${templateStyleId}`,
      `/v2/templates/${templateId}`,
    ];
    const refused = async (text: string) => {
      for (const path of paths)
        expect(await t.send('DELETE', path)).toMatchObject({
          status: 409,
          json: { code: 'conflict', detail: expect.stringContaining(text) },
        });
    };
    await t.db.templateVersions.update(id, { status: 'demo_rendering' });
    await refused('is being imported');
    await t.db.templateVersions.update(id, { status: 'edit_ready' });
    const rendering = await session(t, id, 'preview');
    await refused(rendering);
    expect(await files(t)).toEqual([id]);
    await t.db.renderSessions.finish(rendering, 'preview_rendered', { phase: 'done' });
    expect((await t.send('DELETE', paths[0] ?? '')).status).toBe(204);
  });

  test('leaves sessions readable; a draft, a final and a retry of them are refused', async () => {
    await using t = await temporaryApi();
    await add(t, 'tsv_1');
    const draft = await session(t, 'tsv_1');
    const rendered = await session(t, 'tsv_1', 'preview');
    const failed = await session(t, 'tsv_1', 'preview');
    await t.db.renderSessions.finish(rendered, 'preview_rendered', { phase: 'done' });
    await t.db.sessionInputs.keep(rendered, {
      ingested: {},
      isComplete: true,
      expiresAtMs: t.clock.ms + 3600_000,
    });
    await t.db.renderSessions.finish(failed, 'failed', { phase: 'done' });
    const previousSession = (await t.send('GET', `${SESSIONS}/${rendered}`)).json;
    expect((await t.send('DELETE', '/v2/template_style_versions/tsv_1')).status).toBe(204);
    expect((await t.send('GET', `${SESSIONS}/${rendered}`)).json).toEqual(previousSession);
    const started = [...t.asked.started];
    const unknown = { status: 422, json: { code: 'template_version_unknown' } };
    expect(await post(t, `${SESSIONS}/${draft}/render`, { render: 'preview' })).toMatchObject(
      unknown,
    );
    expect(await post(t, `${SESSIONS}/${rendered}/render`, { render: 'final' })).toMatchObject(
      unknown,
    );
    expect(await post(t, `${SESSIONS}/${failed}/retry`, {})).toMatchObject(unknown);
    const still = { mapping: previousSession.render_session.mapping, at: 0 };
    delete still.mapping.id;
    expect(await post(t, '/v2/stills', still)).toMatchObject(unknown);
    expect(t.asked.started).toEqual(started);
    expect((await t.send('GET', `${SESSIONS}/${failed}`)).json.render_session.status).toBe(
      'failed',
    );
    expect((await t.send('DELETE', `${SESSIONS}/${rendered}`)).status).toBe(204);
  });

  test("and every other request for another account's template are answered with 404 and have no effect", async () => {
    await using t = await temporaryApi();
    const { id: accountId } = await t.db.accounts.insert('other');
    const { id, templateId, templateStyleId } = await add(t, 'tsv_theirs', { accountId });
    for (const path of [
      `/v2/templates/${templateId}`,
      `/v2/template_styles/${templateStyleId}`,
      `/v2/template_style_versions/${id}`,
    ]) {
      expect((await t.send('DELETE', path)).status).toBe(404);
      expect((await patch(t, path, { name: 'mine' })).status).toBe(404);
    }
    expect((await t.send('GET', `/v2/templates/${templateId}/styles`)).status).toBe(404);
    expect((await t.send('GET', '/v2/templates')).json.templates).toEqual([]);
    expect((await t.db.templateVersions.find(id))?.name).toBe('tsv_theirs');
    expect(await files(t)).toEqual([id]);
  });

  test('and a change need a token that may write the named resource', async () => {
    await using t = await temporaryApi();
    const { templateId } = await add(t, 'tsv_1');
    const status = async (method: 'DELETE' | 'GET', scope: string) =>
      (
        await t.send(method, `/v2/templates/${templateId}`, undefined, {
          authorization: `Bearer ${await t.token(scope)}`,
        })
      ).status;
    expect(await status('DELETE', 'template_style_version:read')).toBe(403);
    expect(await status('DELETE', 'template_style_version:write:tpl_other')).toBe(403);
    expect(await status('GET', `template_style_version:read:${templateId}`)).toBe(200);
    expect(await status('DELETE', `template_style_version:write:${templateId}`)).toBe(204);
  });

  test('cannot be overtaken by a render that starts at the same time', async () => {
    await using t = await temporaryApi();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await add(t, `tsv_${round}`);
      const draft = await session(t, id);
      const [started, removed] = await Promise.all([
        post(t, `${SESSIONS}/${draft}/render`, { render: 'preview' }),
        t.send('DELETE', `/v2/template_style_versions/${id}`),
      ]);
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([started.status, removed.status]);
    }
  });
});
