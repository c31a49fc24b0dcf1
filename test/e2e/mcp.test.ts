import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { connectMcp, type McpClient, mcpClient } from '../support/mcp-client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { framepress, PROGRAM } from '../support/service.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

let folder: string;
let service: SharedService;
let credentials: { client_id: string; client_secret: string };
let versionId: string;
let agent: McpClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-mcp-'));
  service = await sharedService();
  credentials = service.credentials;
  const client = await new Client(service.url).login(credentials);
  const file = await writePackage(join(folder, 'small.zip'), smallLottie(), { version: 1 });
  versionId = String((await client.addTemplate(file))['id']);
  agent = await connectMcp(service.url, await token());
});

afterAll(async () => {
  await agent?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

async function token(scope?: string): Promise<string> {
  const body = { grant_type: 'client_credentials', ...credentials, ...(scope && { scope }) };
  const answer = await new Client(service.url).send('POST', '/oauth/token', body);
  return String(answer.body['access_token']);
}

/** The version of the first style that `find_templates` returns. */
function firstVersion(found: Json): string {
  const [template] = found['templates'] as { styles: { version_ids: Record<string, string> }[] }[];
  return Object.values(template?.styles[0]?.version_ids ?? {})[0] ?? '';
}

describe('the MCP server', () => {
  test('offers few tools, each with schemas and a description', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'cancel_render',
      'captions',
      'change_batch',
      'check_mapping',
      'draft_template',
      'draw_still',
      'find_templates',
      'list_renders',
      'read_template',
      'run_batch',
      'save_template',
      'start_render',
      'transcribe',
      'upload_file',
      'wait_for_batch',
      'wait_for_render',
    ]);
    for (const { description, inputSchema, outputSchema } of tools) {
      expect(description?.length).toBeGreaterThan(30);
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
  });

  test('an agent makes a video with six calls', async () => {
    const found = await agent.call('find_templates', {});
    const id = firstVersion(found.data);
    expect(id).toBe(versionId);
    const template = await agent.call('read_template', { template_style_version_id: id });
    expect(template.data).toMatchObject({
      width: expect.any(Number),
      mapping_schema: expect.any(Object),
    });
    const mapping = template.data['example_mapping'] as { resources: Json };
    mapping.resources['t_01'] = { source: { text: 'Zoë' } };
    const checked = await agent.call('check_mapping', { mapping });
    expect(checked.data).toMatchObject({ valid: true, errors: [] });
    const still = await agent.call('draw_still', { mapping, width: 320 });
    expect(still.data).toMatchObject({ valid: true, fit: { t_01: { lines: 1 } } });
    const [image] = still.images;
    expect(await sharp(image?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320 });
    const started = await agent.call('start_render', { title: 'For Zoë', mapping });
    expect(started.data).toMatchObject({
      is_finished: false,
      next_step: expect.stringMatching(/^Call wait_for_render: /),
    });
    const { render_session_id } = started.data;
    const ended = await agent.callUntilFinished('wait_for_render', { render_session_id });
    expect(ended.data).toMatchObject({
      status: 'final_rendered',
      is_finished: true,
      progress: 100,
    });
    expect(ended.progress.length).toBeGreaterThan(0);
    expect(ended.progress).toEqual([...ended.progress].sort((a, b) => a - b));
    const video = await probe(String(ended.data['video_url']));
    expect(video).toMatchObject({ codec_name: 'h264' });
  });

  test('an agent uploads a file, lists renders and cancels one', async () => {
    const create = { width: 32, height: 32, channels: 3 as const, background: '#00a040' };
    const data = (await sharp({ create }).png().toBuffer()).toString('base64');
    const upload = await agent.call('upload_file', { filename: 'logo.png', data });
    expect(upload.data).toMatchObject({ upload_id: expect.stringMatching(/^up_/) });
    const text = await agent.call('upload_file', { filename: 'logo.png', data: 'not base64' });
    expect(text.isError).toBe(true);
    const mapping = { template_style_version_id: versionId, missing: 'example' };
    const started = await agent.call('start_render', { title: 'To cancel', mapping });
    const { render_session_id } = started.data;
    const { data: listed } = await agent.call('list_renders', { limit: 1 });
    expect(listed['renders']).toMatchObject([{ render_session_id, title: 'To cancel' }]);
    const canceled = await agent.call('cancel_render', { render_session_id });
    expect(canceled.data).toMatchObject({ render_session_id, is_finished: true });
    const again = await agent.call('cancel_render', { render_session_id });
    expect(again.data).toMatchObject({ status: canceled.data['status'] });
    const none = await agent.call('cancel_render', { render_session_id: 'nothing' });
    expect(none.isError).toBe(true);
  });

  test('an agent runs a batch and corrects its faulty row', async () => {
    const rows = [
      { t_01: 'Ana', external_id: 'a' },
      { t_01: 'Ben', c_01: 'no color' },
    ];
    const input = { template_style_version_id: versionId, mapping: { missing: 'example' }, rows };
    const faulty = await agent.call('run_batch', input);
    expect(faulty.data).toMatchObject({ status: 'paused', paused_reason: 'invalid_rows' });
    expect(faulty.data['errors']).toMatchObject([{ row: 2, column: 'c_01' }]);
    const { batch_id, next_step } = faulty.data;
    expect(next_step).toContain('change_batch');
    const values = { c_01: '#a03060' };
    const corrected = [{ row: 2, values }];
    const early = await agent.call('change_batch', { batch_id, action: 'resume', rows: corrected });
    expect(early).toMatchObject({ isError: true, text: expect.stringContaining('retry') });
    const retry = { batch_id, action: 'retry', rows: corrected };
    const good = await agent.call('change_batch', retry);
    expect(good.data).toMatchObject({ status: 'paused', errors: [], counts: { invalid: 0 } });
    expect(good.data['next_step']).toContain('resume');
    await agent.call('change_batch', { batch_id, action: 'resume' });
    const ended = await agent.callUntilFinished('wait_for_batch', { batch_id });
    expect(ended.data).toMatchObject({ status: 'completed', counts: { rendered: 2 } });
    expect(ended.data['rows']).toMatchObject([
      { row: 1, external_id: 'a', state: 'rendered', video_url: expect.stringContaining('http') },
      { row: 2, state: 'rendered' },
    ]);
    const other = await agent.call('run_batch', { ...input, rows: [rows[1]] });
    const cancel = { batch_id: other.data['batch_id'], action: 'cancel' };
    expect((await agent.call('change_batch', cancel)).data).toMatchObject({ status: 'canceled' });
  });

  test('errors name the field and the next step', async () => {
    const unknown = await agent.call('draw_still', {
      mapping: {
        template_style_version_id: versionId,
        resources: { t_99: { source: { text: 'x' } } },
      },
    });
    expect(unknown.isError).toBe(true);
    expect(unknown.text).toContain('/mapping/resources/t_99');
    expect(unknown.text).toContain('read_template');
    const option = await agent.call('start_render', {
      title: 'x',
      mapping: { template_style_version_id: versionId, missing: 'example' },
      output: { widht: 64 },
    });
    expect(option.text).toContain('/output/widht: Expected only known fields');
    expect(option.text).toContain('Did you mean "width"?');
    const key = await agent.call('list_renders', { limmit: 1 });
    expect(key).toMatchObject({
      isError: true,
      text: expect.stringContaining('Unknown field "limmit". Did you mean "limit"?'),
    });
    const missing = await agent.call('read_template', { template_style_version_id: 'tsv_nothing' });
    expect(missing).toMatchObject({
      isError: true,
      text: expect.stringContaining('find_templates'),
    });
    for (const [tool, id, starts] of [
      ['wait_for_render', 'render_session_id', 'start_render'],
      ['wait_for_batch', 'batch_id', 'run_batch'],
    ] as const) {
      const { text } = await agent.call(tool, { [id]: 'nothing' });
      expect(text).toMatch(new RegExp(`^not_found: .*\nNext: .*${starts}`));
      expect(text).not.toContain('find_templates');
    }
    const wrong = await agent.call('wait_for_render', { render_session_id: 7 });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining('render_session_id'),
    });
    await expect(agent.call('no_such_tool', {})).rejects.toThrow('no_such_tool');
  });

  test('the tools have the rights of the token', async () => {
    await using reader = await connectMcp(service.url, await token('template_style_version:read'));
    const found = await reader.call('find_templates', {});
    expect(found.isError).toBe(false);
    const refused = await reader.call('check_mapping', {
      mapping: { template_style_version_id: versionId },
    });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('mapping:write'),
    });
    await expect(connectMcp(service.url, 'fpt_wrong')).rejects.toThrow();
  });

  test('`framepress mcp` offers the same tools over standard input and output', async () => {
    await using local = await mcpClient(
      new StdioClientTransport({
        command: PROGRAM,
        args: ['mcp'],
        env: { ...process.env, FRAMEPRESS_URL: service.url, FRAMEPRESS_TOKEN: await token() },
      }),
    );
    const [here, there] = await Promise.all([local.client.listTools(), agent.client.listTools()]);
    expect(here.tools).toEqual(there.tools);
    const found = await local.call('find_templates', {});
    expect(firstVersion(found.data)).toBe(versionId);
    const mapping = { template_style_version_id: versionId, missing: 'example' };
    const still = await local.call('draw_still', { mapping, width: 160 });
    expect(await sharp(still.images[0]?.bytes).metadata()).toMatchObject({ width: 160 });
  });

  // It adds a template, so it comes after the tests that use the newest one.
  test('an agent makes a package editable with two calls', async () => {
    const client = await new Client(service.url).login(credentials);
    const { layers, ...small } = smallLottie(6) as { layers: Json[] };
    const lottie = { ...small, layers: layers.map(({ nm: _, ...layer }) => layer) };
    const file = await writePackage(join(folder, 'nameless.zip'), lottie);
    const plain = String((await client.addTemplate(file))['id']);
    const id = { template_style_version_id: plain };
    const { data: draft } = await agent.call('draft_template', id);
    expect(draft).toMatchObject({ is_proposal: true, missing_files: [], missing_fonts: [] });
    const settings = draft['settings'] as { editables: Record<string, Json> };
    expect(settings.editables).toMatchObject({ hello: { type: 'text' }, image_1: {} });
    const wrong = { ...settings, editables: { x: { targets: ['nowhere'] } } };
    const refused = await agent.call('save_template', { ...id, settings: wrong });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('/settings/editables/x'),
    });
    const { data: saved } = await agent.call('save_template', { ...id, settings });
    expect(saved).toMatchObject({ status: 'edit_ready', editables: { hello: 'text' }, errors: [] });
    expect(saved['template_style_version_id']).not.toBe(plain);
  });

  test('`framepress mcp` without a login fails before it reads a message', async () => {
    const nothing = { XDG_CONFIG_HOME: join(folder, 'nothing') };
    expect(await framepress(['mcp'], nothing)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('framepress login'),
    });
  });
});
