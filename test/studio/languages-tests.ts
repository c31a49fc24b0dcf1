import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import { type Client, type Json, pause } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import type { Part } from '../support/parts.ts';
import { writeOwnPackage } from './own-template.ts';
import { shown, textOf } from './studio-page.ts';
import { openStudioWorld, type StudioWorld, snap } from './studio-world.ts';

/* Reports, faults and hints of the service in the languages of the studio. */

const NOWHERE = 'http://127.0.0.1:2999';

let world: StudioWorld;
let client: Client;
let pages: { path: string; selector: string; said: Json[] }[];

/** Returns an object of an answer by its path. */
function at(value: unknown, ...path: string[]): Json {
  return path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value) as Json;
}

async function faultyPackage() {
  const path = join(world.folder, 'broken.json');
  await writeFile(path, JSON.stringify({ ...smallLottie(6), w: 0 }));
  const version = await client.addTemplate(path);
  expect(version['status']).toBe('failed');
  const said = at(version, 'report')['errors'] as Json[];
  return { path: `/templates/${version['template_id']}`, selector: 'studio-report li', said };
}

async function faultyReport() {
  const blur = { ty: 5, en: 1, nm: 'Glow', mn: 'ADBE Glo2', ef: [] };
  const lottie = smallLottie(6) as { layers: Json[] };
  const layers = lottie.layers.map((layer) => ({ ...layer, ef: [blur], nm: 'T 1 title' }));
  const path = await writePackage(join(world.folder, 'report.zip'), { ...lottie, layers });
  const version = await client.addTemplate(path);
  const said = at(version, 'report')['findings'] as Json[];
  expect(said.length).toBeGreaterThan(0);
  const page = `/templates/${version['template_id']}?tab=report`;
  return { path: page, selector: 'studio-report li', said };
}

async function batch(own: Json) {
  const name = editableOf(own, 'color');
  const { body } = await client.send('POST', '/v2/batches', {
    template_style_version_id: own['id'],
    rows: [{ [name]: 'reddish' }, { nobody: 'x' }, { [name]: 7 }],
    mapping: { missing: 'example', resources: {} },
    title: 'Shops',
  });
  expect(body).toMatchObject({ batch: {} });
  const id = String(at(body, 'batch')['id']);
  const read = async () => at((await client.send('GET', `/v2/batches/${id}`)).body, 'batch');
  while ((await read())['status'] === 'checking') await pause(50);
  const { body: page } = await client.send('GET', `/v2/batches/${id}/rows?state=invalid`);
  const said = (page['rows'] as { errors: Json[] }[]).flatMap(({ errors }) => errors);
  expect(said.length).toBeGreaterThan(2);
  return { path: `/batches/${id}`, selector: 'studio-row-sheet .fault', said };
}

async function failedRender(own: Json) {
  const name = editableOf(own, 'image');
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Ana',
    render: 'preview',
    mapping: {
      template_style_version_id: own['id'],
      missing: 'example',
      resources: { [name]: { source: { remote_url: `${NOWHERE}/a.png` } } },
    },
  });
  const session = await client.waitFor(String(at(body, 'render_session')['id']));
  expect(session['status']).toBe('failed');
  const said = session['errors'] as Json[];
  return { path: `/renders/${session['id']}`, selector: 'section.problems', said };
}

async function failedDelivery(own: Json) {
  await client.send('POST', '/v2/destinations', {
    prefix: 's3://videos/shops',
    name: 'Shops',
    credentials: { access_key_id: 'x', secret_access_key: 'y' },
    options: { endpoint: NOWHERE, region: 'eu-central-1' },
  });
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'Bo',
    render: 'preview',
    mapping: { template_style_version_id: own['id'], missing: 'example', resources: {} },
    external_uploads: [{ to: 's3://videos/shops/{id}.mp4' }],
  });
  const id = String(at(body, 'render_session')['id']);
  await client.waitFor(id);
  const error = async () => {
    const { body: now } = await client.send('GET', `/v2/render_sessions/${id}`);
    return (at(now, 'render_session')['external_uploads'] as Json[])[0]?.['error'] as Json;
  };
  while (!(await error())) await pause(50);
  const path = `/renders/${id}`;
  return { path, selector: 'studio-session-deliveries .problem', said: [await error()] };
}

function editableOf(version: Json, kind: string): string {
  const editables = Object.entries(at(version, 'editables')) as [string, Json][];
  const [name = ''] = editables.find(([, editable]) => editable['input_type'] === kind) ?? [];
  return name;
}

async function hasNoEnglish(lang: string): Promise<void> {
  const page = await world.signedIn('/templates', { width: 1280 });
  await page.evaluate((to) => {
    (globalThis as unknown as { localStorage: Storage }).localStorage.setItem(
      'framepress-language',
      to,
    );
  }, lang);
  for (const { path, selector, said } of pages) {
    await open(page, path);
    await shown(page, selector);
    const text = await textOf(page);
    const sentences = said.flatMap(({ message, hint }) => [message, hint]).filter(Boolean);
    expect({ path, left: sentences.filter((sentence) => text.includes(String(sentence))) }).toEqual(
      { path, left: [] },
    );
    await snap(
      page,
      `language-${lang}-${path.split('/')[1]}-${pages.findIndex((p) => p.path === path)}`,
    );
  }
  await page.close();
}

async function open(page: TestPage, path: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${world.service.url}/studio/#${path}`);
}

/** Tests that reports, faults and hints of the service have the language of the studio. */
export function languagesTests(part: Part): void {
  beforeAll(async () => {
    world = await openStudioWorld();
    client = await world.client();
    const own = await client.addTemplate(await writeOwnPackage(join(world.folder, 'own.zip')));
    pages = [
      await faultyPackage(),
      await faultyReport(),
      await batch(own),
      await failedRender(own),
    ];
    pages.push(await failedDelivery(own));
  });

  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
  });

  test.each(part(['de', 'ja', 'ar'], 1))(
    'no sentence of the service is left in English in %s',
    hasNoEnglish,
  );
}
