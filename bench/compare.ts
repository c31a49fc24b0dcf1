/**
 * Compares this checkout with another one: cold ten-second renders and stills over HTTP, in turns.
 * `npm run bench:compare -- --with ../before [--rounds 5]`; the other checkout must be installed too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client, type Json } from '../test/support/client.ts';
import { spawnFramepress } from '../test/support/service.ts';
import { cutTemplate } from './cut-template.ts';
import { inFolder, median, megabytes, say, TICKS_PER_SECOND } from './support.ts';

const TEN_SECONDS = 300;
const STILLS = 10;

type Checkout = AsyncDisposable & { name: string; pid: number; client: Client; version: string };
type Figures = { wall: number[]; cpu: number[]; still: number[] };

const { values } = parseArgs({
  options: { with: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
if (values.with === undefined) throw new Error('Expected --with <folder of another checkout>.');
const other = resolve(values.with);
const ownRoot = fileURLToPath(new URL('..', import.meta.url));

await inFolder(async (folder) => {
  // Both checkouts render the same template, which the older one must be able to read.
  const source = join(other, 'templates/dist/birthday.lottie');
  const template = await cutTemplate(source, folder, TEN_SECONDS);
  await using otherCheckout = await start('before', other, join(folder, 'before'), template);
  await using ownCheckout = await start('after', ownRoot, join(folder, 'after'), template);
  const figures = new Map(
    [otherCheckout, ownCheckout].map((checkout) => [checkout, { wall: [], cpu: [], still: [] }]),
  );
  // The first render of each checkout only warms its processes.
  for (let round = 0; round <= Number(values.rounds); round++) {
    const inTurn = round % 2 === 0 ? [otherCheckout, ownCheckout] : [ownCheckout, otherCheckout];
    for (const checkout of inTurn)
      await measure(checkout, round > 0 ? figures.get(checkout) : undefined);
  }
  const [old, current] = [figures.get(otherCheckout), figures.get(ownCheckout)];
  for (const kind of ['wall', 'cpu', 'still'] as const) {
    const [was, is] = [median(old?.[kind] ?? []), median(current?.[kind] ?? [])];
    const pairs = (current?.[kind] ?? []).map((value, index) => value / (old?.[kind][index] ?? 0));
    say(
      `${kind}: before ${was.toFixed(3)} s, after ${is.toFixed(3)} s, ratio ${(is / was).toFixed(3)}, median of pairs ${median(pairs).toFixed(3)}`,
    );
  }
  for (const { name, pid } of [otherCheckout, ownCheckout])
    say(`${name}: service ${await megabytes(pid)} MB`);
});

async function start(
  name: string,
  checkout: string,
  dataDir: string,
  template: string,
): Promise<Checkout> {
  const program = join(checkout, 'bin/framepress');
  const child = spawn(program, ['serve', '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      FRAMEPRESS_LOG_LEVEL: 'warn',
      FRAMEPRESS_RATE_LIMIT_PER_MINUTE: '1000000',
      // Without this, every round after the first would reuse cached segments.
      REUSE_SEGMENTS: 'off',
    },
  });
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    [, url = ''] = /^listening on (\S+)/.exec(line) ?? [];
    if (url !== '') break;
  }
  const args = ['client', 'create', '--name', 'bench', '--data-dir', dataDir, '--json'];
  const { stdout } = await spawnFramepress(args, {}, program);
  const client = await new Client(url, { isChecked: false }).login(JSON.parse(stdout));
  const { id, status } = await client.addTemplate(template);
  if (status !== 'edit_ready') throw new Error(`The template ended as ${status} in ${checkout}.`);
  const stop = async () => {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  };
  return { name, pid: child.pid ?? 0, client, version: String(id), [Symbol.asyncDispose]: stop };
}

async function measure({ client, version, pid }: Checkout, figures: Figures | undefined) {
  const mapping = { template_style_version_id: version, resources: {}, missing: 'example' };
  const cpuBefore = await treeCpuSeconds(pid);
  const started = performance.now();
  const body = { title: 'bench', render: 'preview', mapping };
  const answer = await client.send('POST', '/v2/render_sessions', body);
  const session = await client.waitFor(String((answer.body['render_session'] as Json)['id']));
  if (session['status'] !== 'preview_rendered')
    throw new Error(`A render ended as ${session['status']}: ${JSON.stringify(session['errors'])}`);
  figures?.wall.push((performance.now() - started) / 1000);
  figures?.cpu.push((await treeCpuSeconds(pid)) - cpuBefore);
  const times: number[] = [];
  for (let index = 0; index < STILLS; index++) {
    const begun = performance.now();
    const { response } = await client.still({ mapping, at: index + 0.5, format: 'jpeg' });
    if (response.status !== 200) throw new Error(`A still was answered with ${response.status}.`);
    times.push((performance.now() - begun) / 1000);
  }
  figures?.still.push(median(times));
}

/** Returns the CPU time of a process and its descendants, including ended ones. */
async function treeCpuSeconds(root: number): Promise<number> {
  const parents = new Map<number, { parent: number; ticks: number }>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    parents.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (pid > 1 && isBelow(parents.get(pid)?.parent ?? 0));
  let sum = 0;
  for (const [pid, { ticks }] of parents) if (isBelow(pid)) sum += ticks;
  return sum / TICKS_PER_SECOND;
}
