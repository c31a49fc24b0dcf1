import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackServer, startServer } from '../../src/media/testing/loopback-server.ts';
import { fileInputs } from '../hostile/file-inputs.ts';
import { requestInputs } from '../hostile/request-inputs.ts';
import { templateInputs } from '../hostile/template-inputs.ts';
import type { HostileInput, World } from '../hostile/world.ts';
import { Client } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { watchMemory } from '../support/memory.ts';
import { writePackage, writePhotoPackage } from '../support/package.ts';
import type { Part } from '../support/parts.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

/**
 * Sends what test/hostile/ generates to a service, in three groups at once. Each input ends as docs/errors.md
 * documents, and the service answers and stays small.
 */
export function hostileTests(part: Part): void {
  const PROBE = fileURLToPath(new URL('../../bench/health-probe.ts', import.meta.url));
  /** By this much the memory of the service may grow while it is attacked. */
  const MAX_MB = 450;
  /** Rows of each group in `npm test`. */
  const FEW = 8;

  let folder: string;
  let service: SharedService;
  let server: LoopbackServer;
  let spied: LoopbackServer;
  let world: World;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-hostile-'));
    const served = new Map<string, Buffer>();
    server = await startServer(({ url = '' }, response) => response.end(served.get(url)));
    spied = await startServer((_, response) => response.end('secret'));
    service = await sharedService();
    const { credentials } = service;
    const client = await new Client(service.url).login(credentials);
    const small = await client.addTemplate(await writePackage(join(folder, 'small.zip')));
    const photo = await client.addTemplate(
      await writePhotoPackage(join(folder, 'photo.zip'), 120, 80),
    );
    world = {
      client,
      credentials,
      versionId: String(small['id']),
      photoVersionId: String(photo['id']),
      serve: (bytes) => {
        const path = `/${served.size}`;
        served.set(path, bytes);
        return server.url(path);
      },
    };
  });

  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await spied?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  type Row = { name: string; became: string; becomes: readonly string[] };

  async function walk(inputs: readonly HostileInput[]): Promise<Row[]> {
    const rows: Row[] = [];
    for (const { name, send, becomes } of inputs) {
      const became = await send(world).catch((error: Error) => `no answer: ${inspect(error)}`);
      rows.push({ name, became, becomes: [becomes].flat() });
    }
    return rows;
  }

  test('hostile inputs end as documented while the service answers', {
    timeout: 600_000,
  }, async () => {
    const all = [templateInputs(), await fileInputs(spied.url('/stolen')), requestInputs()];
    expect(all.flat().length).toBeGreaterThanOrEqual(120);
    const groups = all.map((group) => part(group, FEW));
    const probe = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--conditions=framepress-source',
        PROBE,
        service.url,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const output = text(probe.stdout);
    const growth = await watchMemory(service.pid);
    const rows = (await Promise.all(groups.map(walk))).flat();
    probe.stdin.end();
    // Milliseconds of each answer; null for one that was no success.
    const answers = JSON.parse(await output) as (number | null)[];
    const others = rows.filter(({ became, becomes }) => !becomes.includes(became));
    if (process.env['HOSTILE_REPORT'])
      await writeFile(
        process.env['HOSTILE_REPORT'],
        JSON.stringify({ answers, rows }, undefined, 1),
      );
    expect(others).toEqual([]);
    expect(spied.connections()).toBe(0);
    expect(await growth()).toBeLessThan(MAX_MB);
    expect(answers.length).toBeGreaterThan(0);
    expect(answers).not.toContain(null);
  });
}
