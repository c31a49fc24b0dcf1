/**
 * Measures the running service: stills, a cold render over HTTP next to one by the command line, and
 * memory after many renders. `npm run bench:service`; `-- --renders 0` skips the renders.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, type Json } from '../test/support/client.ts';
import { framepress, makeClient, startService } from '../test/support/service.ts';
import { BIRTHDAY, cutTemplate } from './cut-template.ts';
import { childrenOf, inFolder, median, megabytes, say } from './support.ts';

const STILLS = 40;
const ROUNDS = 5;
const TEN_SECONDS = 300;
const SHORT = 60;

const { values } = parseArgs({ options: { renders: { type: 'string', default: '200' } } });

await inFolder(async (folder) => {
  // Without this, every round after the first would reuse cached segments.
  await using service = await startService(join(folder, 'data'), { REUSE_SEGMENTS: 'off' });
  const client = await new Client(service.url).login(await makeClient(join(folder, 'data')));
  const long = await cutTemplate(BIRTHDAY, folder, TEN_SECONDS);
  const { id } = await client.addTemplate(long);
  await stills(client, String(id));
  await coldRenders(client, String(id), long, folder);
  const short = await client.addTemplate(await cutTemplate(BIRTHDAY, folder, SHORT));
  await memory(client, String(short['id']), service.pid, Number(values.renders));
});

async function stills(client: Client, version: string): Promise<void> {
  for (const format of ['jpeg', 'webp', 'png']) {
    const times: number[] = [];
    for (let index = 0; index < STILLS; index++) {
      const started = performance.now();
      const still = { mapping: filled(version), at: (index % 10) + 0.5, format };
      const { response } = await client.still(still);
      if (response.status !== 200) throw new Error(`A still was answered with ${response.status}.`);
      times.push(performance.now() - started);
    }
    const [first = 0] = times;
    say(`still as ${format}: median ${median(times).toFixed(0)} ms, first ${first.toFixed(0)} ms`);
  }
}

async function coldRenders(
  client: Client,
  version: string,
  file: string,
  folder: string,
): Promise<void> {
  const mapping = join(folder, 'mapping.json');
  await writeFile(mapping, JSON.stringify({ resources: {}, missing: 'example' }));
  const overHttp: number[] = [];
  const byCommand: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    overHttp.push(await seconds(() => render(client, version)));
    const out = join(folder, 'out.mp4');
    const args = ['render', file, '--mapping', mapping, '--out', out];
    byCommand.push(await seconds(() => framepress(args)));
  }
  const [http, command] = [median(overHttp), median(byCommand)];
  say(
    `ten seconds at 1080p: ${http.toFixed(2)} s over HTTP, ${command.toFixed(2)} s by the command line; 1.10 × that + 0.4 s is ${(1.1 * command + 0.4).toFixed(2)} s`,
  );
}

/** Prints the resident memory of the service and of its rasterisers after each batch of renders. */
async function memory(
  client: Client,
  version: string,
  pid: number,
  renders: number,
): Promise<void> {
  for (let count = 1; count <= renders; count++) {
    await render(client, version);
    if (count % 20 > 0) continue;
    const below = await Promise.all((await childrenOf(pid)).map(megabytes));
    say(
      `after ${count} renders: service ${await megabytes(pid)} MB, below it ${below.join(', ')} MB`,
    );
  }
}

async function render(client: Client, version: string): Promise<void> {
  const body = { title: 'bench', render: 'preview', mapping: filled(version) };
  const answer = await client.send('POST', '/v2/render_sessions', body);
  const session = await client.waitFor(String((answer.body['render_session'] as Json)['id']));
  if (session['status'] !== 'preview_rendered')
    throw new Error(`A render ended as ${session['status']}: ${JSON.stringify(session['errors'])}`);
}

function filled(version: string): Json {
  return { template_style_version_id: version, resources: {}, missing: 'example' };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
