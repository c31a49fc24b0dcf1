import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackServer, startServer } from '../../src/media/testing/loopback-server.ts';
import { entriesBelow } from '../../src/system/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writePhotoPackage } from '../support/package.ts';
import type { Part } from '../support/parts.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { hostileImages } from './hostile-images.ts';

/** Hostile images do no harm. */
export function hostileImageTests(part: Part): void {
  const MAX_MB = 900;

  let folder: string;
  let service: RunningService;
  let server: LoopbackServer;
  let spied: LoopbackServer;
  let client: Client;
  let versionId: string;
  let served: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-hostile-'));
    server = await startServer((_, response) => response.end(served));
    spied = await startServer((_, response) => response.end('secret'));
    service = await startService(join(folder, 'data'));
    client = await new Client(service.url).login(await makeClient(join(folder, 'data')));
    const version = await client.addTemplate(
      await writePhotoPackage(join(folder, 'photo.zip'), 120, 80),
    );
    versionId = String(version['id']);
  });

  afterAll(async () => {
    await service?.stop();
    await server?.[Symbol.asyncDispose]();
    await spied?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  async function still(
    name: string,
    file: Buffer,
  ): Promise<{ became: string; problem: Json | undefined }> {
    served = file;
    const source = { remote_url: server.url(`/${encodeURIComponent(name)}?signature=swordfish`) };
    const mapping = { template_style_version_id: versionId, resources: { photo: { source } } };
    const { response, bytes } = await client.still({ mapping, at: 0 });
    if (response.status === 200) return { became: 'an image', problem: undefined };
    const { errors, code } = JSON.parse(bytes.toString()) as { errors: Json[]; code: string };
    return { became: code, problem: errors?.[0] };
  }

  /** Maximum memory of the service in MB; its child processes have their own limits. */
  async function peakMemory(): Promise<number> {
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  test('hostile images do no harm', async () => {
    const files = await hostileImages(spied.url('/stolen'));
    const wrong: string[] = [];
    for (const { name, file, becomes } of part(files, 10)) {
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
      expect(message).toMatch(
        /^(Expected .*http.* but .*|Drawing .*http.* took longer than .*)\.$/s,
      );
    }
    expect(wrong).toEqual([]);
    expect(spied.connections()).toBe(0);
    if (process.platform === 'linux') expect(await peakMemory()).toBeLessThan(MAX_MB);
    // Only the empty folder of the process.
    expect(await entriesBelow(join(folder, 'data/previews'))).toHaveLength(1);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });
}
