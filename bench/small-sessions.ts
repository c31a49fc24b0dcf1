/**
 * Measures the CPU seconds of small renders over HTTP, with all processes of the service: ten frames of 120
 * pixels, each render with another text. Once in a service that has rendered before, and once as the first
 * render after a start. `npm run bench:small`; `-- --with FOLDER` alternates with another checkout.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, type Json } from '../test/support/client.ts';
import { smallLottie, writePackage } from '../test/support/package.ts';
import { makeClient, startProcess } from '../test/support/service.ts';
import { childrenOf, inFolder, median, say, TICKS_PER_SECOND } from './support.ts';

const FRAMES = 10;
const WIDTH = 120;
/** Renders before the measurement, which load libraries. */
const WARM = 3;

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    with: { type: 'string' },
  },
});
const sessions = Number(values.sessions);
const rounds = Number(values.rounds);
const here = fileURLToPath(new URL('..', import.meta.url));
const checkouts = values.with === undefined ? [here] : [values.with, here];

type Place = { checkout: string; data: string; login: Awaited<ReturnType<typeof makeClient>> };
type Prepared = Place & { version: string; warm: number[]; first: number[] };

await inFolder(async (folder) => {
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(FRAMES));
  const preparedCheckouts: Prepared[] = [];
  for (const [index, checkout] of checkouts.entries()) {
    const data = join(folder, `data-${index}`);
    const place = { checkout, data, login: await makeClient(data) };
    const version = await withService(place, async (client) =>
      String((await client.addTemplate(pack))['id']),
    );
    preparedCheckouts.push({ ...place, version, warm: [], first: [] });
  }
  for (let round = 0; round < rounds; round++)
    for (const checkout of preparedCheckouts) await measure(checkout, round);
  for (const { checkout, warm, first } of preparedCheckouts) {
    say(`${checkout}: CPU seconds of a session`);
    say(`  of ${sessions} after ${WARM} others: ${summaryOf(warm)}`);
    say(`  first after a start: ${summaryOf(first)}`);
  }
});

async function measure(checkout: Prepared, round: number): Promise<void> {
  const { version, warm, first } = checkout;
  await withService(checkout, async (client, pid) => {
    const start = await treeSeconds(pid);
    await render(client, version, `first ${round}`);
    first.push((await treeSeconds(pid)) - start);
    for (let count = 1; count < WARM; count++)
      await render(client, version, `warm ${round} ${count}`);
    const startSeconds = await treeSeconds(pid);
    for (let count = 0; count < sessions; count++)
      await render(client, version, `${round} ${count}`);
    warm.push(((await treeSeconds(pid)) - startSeconds) / sessions);
  });
}

async function withService<T>(
  { checkout, data, login }: Place,
  use: (client: Client, pid: number) => Promise<T>,
): Promise<T> {
  await using service = await startProcess(data, {}, 'all', join(checkout, 'bin/framepress'));
  return await use(await new Client(service.url).login(login), service.pid);
}

async function render(client: Client, version: string, text: string): Promise<void> {
  const answer = await client.send('POST', '/v2/render_sessions', {
    title: 'bench',
    render: 'preview',
    output: { width: WIDTH },
    mapping: {
      template_style_version_id: version,
      missing: 'example',
      resources: { t_01: { source: { text } } },
    },
  });
  const session = await client.waitFor(String((answer.body['render_session'] as Json)['id']));
  if (session['status'] !== 'preview_rendered')
    throw new Error(`A render ended as ${session['status']}: ${JSON.stringify(session['errors'])}`);
}

/** Returns the CPU time of a process, of its ended children, and of all running processes below it. */
async function treeSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ownTicks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const children = await childrenOf(pid).catch(() => []);
  const below = await Promise.all(children.map(treeSeconds));
  return ownTicks / TICKS_PER_SECOND + below.reduce((sum, seconds) => sum + seconds, 0);
}

function summaryOf(seconds: readonly number[]): string {
  return `${median(seconds).toFixed(3)} (${seconds.map((value) => value.toFixed(3)).join(', ')})`;
}
