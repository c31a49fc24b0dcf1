/**
 * Measures what expressions cost. `npm run bench:expressions -- --part service` measures compositions,
 * stills and checks of a running service with 50 expressions that follow a text, paired with the same
 * template without expressions. `--part hostile` imports templates with hostile expressions, while
 * another process requests `/healthz`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { box, code, rigged, still, text } from '../src/produce/follow.fixture.ts';
import { Client, type Json, pause } from '../test/support/client.ts';
import { writePackage } from '../test/support/package.ts';
import { makeClient, startService } from '../test/support/service.ts';
import { measureHostile } from './hostile-expressions.ts';
import { inFolder, median, say } from './support.ts';

const EXPRESSIONS = 50;
const ROUNDS = 20;
/** The service prepares for expressions while it is idle. */
const IDLE_MS = 3000;
/** Pauses before each request: a person who fills a form, and a program that does not wait. */
const PAUSES_MS = [600, 0];

const { values } = parseArgs({ options: { part: { type: 'string', default: 'service' } } });
if (values.part === 'service') await inFolder(measureService);
else if (values.part === 'hostile') await inFolder(measureHostile);
else throw new Error('Expected the part "service" or "hostile".');

async function measureService(folder: string): Promise<void> {
  await using service = await startService(join(folder, 'data'));
  const client = await new Client(service.url).login(await makeClient(join(folder, 'data')));
  const versionOf = async (name: string, lottie: Json) =>
    String((await client.addTemplate(await writePackage(join(folder, name), lottie)))['id']);
  const versions = {
    without: await versionOf('without.zip', boxes(false)),
    with: await versionOf('with.zip', boxes(true)),
  };
  await pause(IDLE_MS);
  for (const pauseMs of PAUSES_MS)
    for (const kind of ['composition', 'still', 'check'] as const)
      await measure(client, versions, { kind, pauseMs });
}

type Kind = 'composition' | 'still' | 'check';

async function measure(
  client: Client,
  versions: { without: string; with: string },
  { kind, pauseMs }: { kind: Kind; pauseMs: number },
): Promise<void> {
  const times = { without: [] as number[], with: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    // A new text in each request keeps the service from using its caches.
    const words = `${kind} ${pauseMs} ${round * 37}`;
    const order = round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const);
    for (const which of order) {
      await pause(pauseMs);
      const started = performance.now();
      await ask(client, kind, versions[which], words);
      times[which].push(performance.now() - started);
    }
  }
  const pairs = times.with.map((ms, round) => ms - (times.without[round] ?? 0));
  const show = (list: readonly number[]) =>
    `${median(list).toFixed(0)} ms (${Math.min(...list).toFixed(0)}–${Math.max(...list).toFixed(0)})`;
  say(
    `${kind}, pause of ${pauseMs} ms: without ${show(times.without)}, with ${show(times.with)}, more ${show(pairs)}, first ${pairs[0]?.toFixed(0)} ms`,
  );
}

async function ask(client: Client, kind: Kind, version: string, words: string): Promise<void> {
  const mapping = {
    template_style_version_id: version,
    missing: 'example',
    resources: { t_01: { source: { text: words } } },
  };
  if (kind === 'still') {
    const { response } = await client.still({ mapping, at: 0.5 });
    if (response.status !== 200) throw new Error(`A still was answered with ${response.status}.`);
    return;
  }
  const path = kind === 'check' ? '/v2/mappings/validate' : '/v2/compositions';
  const { status } = await client.send('POST', path, { mapping });
  if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
}

/** Boxes below a text, with or without expressions of its size. */
function boxes(isRigged: boolean): Json {
  const rect = 'thisComp.layer("t_01").sourceRectAtTime(time, false)';
  const layers = Array.from({ length: EXPRESSIONS / 2 }, (_, n) =>
    box(`box ${n}`, {
      size: still([100, 50], isRigged ? code(`[${rect}.width + ${n}, ${rect}.height]`) : undefined),
      place: still([n, n], isRigged ? code(`[${rect}.left + ${n}, ${n}]`) : undefined),
      color: still([1, 0.9, 0.5, 1]),
    }),
  );
  return {
    ...rigged(),
    layers: [text('t_01', 'Hello', { ks: { p: still([60, 80, 0]) } }), ...layers],
  };
}
