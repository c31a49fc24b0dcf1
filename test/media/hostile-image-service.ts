import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startServer } from '../../src/media/testing/loopback-server.ts';
import { entriesBelow } from '../../src/system/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { watchMemory } from '../support/memory.ts';
import { writePhotoPackage } from '../support/package.ts';
import { sharedService } from '../support/shared-service.ts';
import type { Hostile } from './hostile-images.ts';

/** By this much the memory of the service may grow; its child processes have their own limits. */
const MAX_MB = 750;

/**
 * Draws each image by its URL in a service, and expects its outcome. None of them may request the spied
 * server, take much memory, or leave files.
 */
export async function expectHarmless(make: (spy: string) => Promise<readonly Hostile[]>) {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-hostile-'));
  opened.defer(() => removeFolder(folder));
  let served = Buffer.alloc(0);
  const server = opened.use(await startServer((_, response) => response.end(served)));
  const spied = opened.use(await startServer((_, response) => response.end('secret')));
  const service = await sharedService();
  const client = await new Client(service.url).login(service.credentials);
  const pack = await writePhotoPackage(join(folder, 'photo.zip'), 120, 80);
  const { id } = await client.addTemplate(pack);

  const still = async (name: string, file: Buffer) => {
    served = Buffer.from(file);
    const source = { remote_url: server.url(`/${encodeURIComponent(name)}?signature=swordfish`) };
    const mapping = { template_style_version_id: id, resources: { photo: { source } } };
    const { response, bytes } = await client.still({ mapping, at: 0 });
    if (response.status === 200) return { became: 'an image', problem: undefined };
    const { errors, code } = JSON.parse(bytes.toString()) as { errors: Json[]; code: string };
    return { became: code, problem: errors?.[0] };
  };

  const previews = async () => {
    const entries = await entriesBelow(join(service.dataDir, 'previews'));
    return entries.map(({ parentPath, name }) => join(parentPath, name));
  };
  const before = await previews();
  const growth = process.platform === 'linux' ? await watchMemory(service.pid) : undefined;
  const wrong: string[] = [];
  for (const { name, file, becomes } of await make(spied.url('/stolen'))) {
    const { became, problem } = await still(name, file);
    if (became !== becomes) wrong.push(`${name} became ${became}: ${JSON.stringify(problem)}`);
    if (!problem) continue;
    const { editable, url, hint, message } = problem;
    expect({ name, editable, url, hint }).toEqual({
      name,
      editable: 'photo',
      url: server.url(`/${encodeURIComponent(name)}`),
      hint: expect.stringMatching(/\.$/),
    });
    expect(JSON.stringify(problem)).not.toMatch(/swordfish|\/tmp\//);
    expect(message).toMatch(/^(Expected .*http.* but .*|Drawing .*http.* took longer than .*)\.$/s);
  }
  expect(wrong).toEqual([]);
  expect(spied.connections()).toBe(0);
  if (growth) expect(await growth()).toBeLessThan(MAX_MB);
  expect((await previews()).filter((path) => !before.includes(path))).toEqual([]);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
}
