import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { RESOURCES, type temporaryApi } from '../api.fixture.ts';

export type Api = Awaited<ReturnType<typeof temporaryApi>>;
type Added = { id: string; templateId: string; templateStyleId: string };

const JSON_TYPE = { 'content-type': 'application/json' };
export const SESSIONS = '/v2/render_sessions';

/** Adds a ready version with files, later than the one before. */
export async function add(
  t: Api,
  id: string,
  {
    name = id,
    width = 1920,
    height = 1080,
    ...place
  }: {
    name?: string;
    width?: number;
    height?: number;
    language?: string;
    templateId?: string;
    templateStyleId?: string;
    accountId?: string;
  } = {},
): Promise<Added> {
  t.clock.ms += 1000;
  const version = await t.db.templateVersions.insert({
    id,
    name,
    accountId: DEFAULT_ACCOUNT,
    language: 'en',
    digest: 'd',
    ...place,
    packageKey: `versions/${id}/package`,
    packageLabel: 'a.lottie',
    packageBytes: 100,
  });
  await t.db.templateVersions.update(id, {
    status: 'edit_ready',
    width,
    height,
    fps: 25,
    frameCount: 100,
    editables: {
      t_01: { input_type: 'text', label: 'Name', required: true, stillcut: 'a', start: 0, end: 4 },
      logo: { input_type: 'image', label: 'Logo', required: true, stillcut: 'a', start: 0, end: 4 },
    },
    stillcuts: { stillcut_01: `versions/${id}/stillcut_01.jpg` },
    demoVideoKey: `versions/${id}/demo.mp4`,
    examples: { logo: `versions/${id}/examples/a.png` },
    report: { errors: [], warnings: [] },
  });
  for (const file of ['package', 'demo.mp4', 'stillcut_01.jpg', 'examples/a.png'])
    await t.store.putBytes(`versions/${id}/${file}`, Buffer.from('x'));
  if (!version) throw new Error('the place does not exist');
  return { id, templateId: version.templateId, templateStyleId: version.templateStyleId };
}

export const patch = (t: Api, path: string, body: unknown) =>
  t.send('PATCH', path, JSON.stringify(body), JSON_TYPE);
export const post = (t: Api, path: string, body: unknown) =>
  t.send('POST', path, JSON.stringify(body), JSON_TYPE);

/** Creates a session of a version and returns its id. */
export async function session(t: Api, version: string, render?: string): Promise<string> {
  const mapping = {
    template_style_version_id: version,
    resources: { t_01: RESOURCES.t_01, logo: RESOURCES['(Footage)/USER/logo_01.png'] },
  };
  const { json } = await post(t, SESSIONS, { title: 'x', mapping, ...(render && { render }) });
  return json.render_session.id;
}

/** The versions that have files in the store. */
export const files = (t: Api) => readdir(join(t.filesFolder, 'versions')).catch(() => []);
