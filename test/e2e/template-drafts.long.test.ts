import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseLottie } from '../../src/lottie/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const VERSIONS = '/v2/template_style_versions';
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CORPUS = join(ROOT, '../shared/corpus');

let folder: string;
let service: SharedService;
let client: Client;
let image: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-corpus-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  const create = { width: 60, height: 40, channels: 3 as const, background: '#ff00aa' };
  const { body } = await client.upload(new Uint8Array(await sharp({ create }).png().toBuffer()));
  image = String((body['upload'] as Json)['id']);
});

afterAll(async () => {
  await removeFolder(folder);
});

type Content = { type: string; editable: string | null; end: number; left_out_code: string | null };
type Draft = { settings: Json; contents: Content[] };

/** All JSON files and dotLotties with texts in a folder. A data.json brings the images beside it. */
async function packagesWithText(root: string): Promise<string[]> {
  const names = existsSync(root) ? await readdir(root, { recursive: true }) : [];
  const paths: string[] = [];
  for (const name of names.sort()) {
    const path = join(root, name);
    if (extname(name) === '.lottie') paths.push(path);
    if (extname(name) !== '.json' || name.startsWith('reference')) continue;
    const bytes = await readFile(path);
    if (!/"ty"\s*:\s*5\b/.test(bytes.toString()) || !isAnimation(bytes)) continue;
    const images = join(dirname(path), 'images');
    if (basename(path) !== 'data.json' || !existsSync(images)) paths.push(path);
    else paths.push(await withImages(path, images));
  }
  return paths;
}

function isAnimation(bytes: Buffer): boolean {
  try {
    return parseLottie(bytes).layers.length > 0;
  } catch {
    return false;
  }
}

async function withImages(path: string, images: string): Promise<string> {
  const files: Record<string, Buffer> = { 'data.json': await readFile(path) };
  for (const name of await readdir(images))
    files[`images/${name}`] = await readFile(join(images, name));
  return writeZip(join(folder, `${basename(dirname(path))}.zip`), files);
}

/** The same animation without a name of any layer or shape, as programs write it. */
async function withoutNames(path: string): Promise<string> {
  const plain = join(folder, `nameless-${basename(path)}`);
  const text = await readFile(path, 'utf8');
  const drop = (key: string, value: unknown) => (key === 'nm' ? undefined : value);
  await writeFile(plain, JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, '')), drop));
  return plain;
}

/**
 * Uploads a package, makes it editable as proposed, and fills all texts and images. Returns why that does not
 * work; undefined for a package without texts.
 */
async function fillAll(path: string): Promise<string | undefined> {
  const uploaded = await client.addTemplate(path);
  if (!String(uploaded['status']).startsWith('edit_ready')) return 'the upload failed';
  const { body } = await client.send('GET', `${VERSIONS}/${uploaded['id']}/draft`);
  const { settings, contents } = body['template_draft'] as Draft;
  const wanted = contents.filter(
    ({ type, end, left_out_code: code }) =>
      ['text', 'image', 'video'].includes(type) && end > 0 && code !== 'no_letters',
  );
  if (!wanted.some(({ type }) => type === 'text')) return undefined;
  const left = wanted.filter(({ type, editable }) => type === 'text' && editable === null);
  if (left.length > 0) return `${left.length} texts are not offered`;
  const { body: answer } = await client.send('POST', `${VERSIONS}/${uploaded['id']}/versions`, {
    settings,
  });
  const version = await client.settled(answer['template_style_version'] as Json);
  if (version['status'] !== 'edit_ready') return 'the new version failed';
  const editables = Object.entries(version['editables'] as Record<string, { input_type: string }>);
  const resources: Json = {};
  for (const [name, { input_type: type }] of editables) {
    if (type === 'text') resources[name] = { source: { text: 'Xyz 123' } };
    if (type === 'image' || type === 'video') resources[name] = { source: { upload_id: image } };
  }
  const [stillcut] = Object.keys(version['stillcuts'] as Json);
  const draw = async (filling: Json) => {
    const mapping = {
      template_style_version_id: version['id'],
      missing: 'example',
      resources: filling,
    };
    const { response, bytes } = await client.still({ mapping, stillcut, width: 320 });
    return response.ok ? bytes : undefined;
  };
  const filled = await draw(resources);
  if (!filled) return 'the filled still failed';
  const design = await draw({});
  return design?.equals(filled) ? 'the filled still is the design' : 'fillable';
}

test.runIf(existsSync(CORPUS))(
  'at least nine of ten packages with text become fillable',
  { timeout: 600_000 },
  async () => {
    const found = await packagesWithText(CORPUS);
    const nameless = await Promise.all(
      found.filter((path) => extname(path) === '.json').map(withoutNames),
    );
    const results: [string, string][] = [];
    for (const path of [...found, ...nameless]) {
      const result = await fillAll(path);
      if (result !== undefined) results.push([basename(path), result]);
    }
    const failed = results.filter(([, result]) => result !== 'fillable');
    expect(results.length).toBeGreaterThan(20);
    expect(failed.length, JSON.stringify(failed)).toBeLessThanOrEqual(results.length / 10);
  },
);
