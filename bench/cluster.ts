import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase, type SegmentPriority } from '../src/database/index.ts';
import { SegmentDrawer, SegmentJobs } from '../src/jobs/index.ts';
import type { Encoding } from '../src/raster/index.ts';
import { engineId, packedSegments } from '../src/render/index.ts';
import { EVENT_FORMS } from '../src/service/event-forms.ts';
import { openDiskStore } from '../src/storage/index.ts';
import { silentLog } from '../src/system/index.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { inFolder, say } from './support.ts';

/*
 * Measures how processes share the segments of sessions, with PostgreSQL, a folder as the store, and
 * segments that sleep instead of drawing. BENCH_PROCESSES sets the number of processes (8).
 */

const PROCESSES = Number(process.env['BENCH_PROCESSES'] ?? 8);
const SLOTS = 2;
const SEGMENT_MS = 500;
const LIMITS = { timeoutMs: 60_000, stallMs: 60_000, memoryBytes: 2 ** 30 };
const ENCODING: Encoding = {
  width: 64,
  height: 36,
  codec: 'h264',
  fps: 30,
  quality: 'draft',
  hasAlpha: false,
};

type Begun = { text: string; atMs: number; pid: number };

const [, , url = '', folder = ''] = process.argv;
if (process.send) await drawUntilStopped();
else await inFolder(measure);

/** A process that draws. It reports each segment that it begins. */
async function drawUntilStopped(): Promise<void> {
  await using db = await openDatabase(url, EVENT_FORMS);
  const ownFolder = join(folder, `${process.pid}`);
  await mkdir(ownFolder);
  await using drawer = new SegmentDrawer({
    db,
    notices: db.notices,
    slots: SLOTS,
    folder: ownFolder,
    log: silentLog,
    store: openDiskStore(join(folder, 'files')),
    engines: [await engineId()],
    draw: async ({ parts, paths }, signal) => {
      const text = await readFile(parts[0]?.source.lottiePath ?? '', 'utf8');
      process.send?.({ text, atMs: Date.now(), pid: process.pid } satisfies Begun);
      await sleep(SEGMENT_MS, undefined, { signal });
      for (const path of paths) await writeFile(path, text);
      return { cpuSeconds: 0 };
    },
  });
  await drawer.start();
  process.send?.('ready');
  await once(process, 'disconnect');
}

async function measure(at: string): Promise<void> {
  await using server = await startPostgres();
  const database = await server.createDatabase();
  await using db = await openDatabase(database, EVENT_FORMS);
  const begun: Begun[] = [];
  const processes: ChildProcess[] = [];
  const start = async () => {
    const child = fork(fileURLToPath(import.meta.url), [database, at], {
      execArgv: process.execArgv,
    });
    processes.push(child);
    const ready = Promise.withResolvers<void>();
    child.on('message', (message: Begun | 'ready') =>
      message === 'ready' ? ready.resolve() : begun.push(message),
    );
    await ready.promise;
    return child;
  };
  await Promise.all(Array.from({ length: PROCESSES }, start));
  const store = openDiskStore(join(at, 'files'));
  // The files are no segments.
  const isIntact = async () => true;
  await using jobs = await SegmentJobs.open({
    db,
    store,
    notices: db.notices,
    log: silentLog,
    isIntact,
  });
  const session = (
    [id, account, priority]: [string, string, SegmentPriority],
    texts: string[],
    signal?: AbortSignal,
  ) => renderSession(jobs, { id, account, priority, texts, folder: join(at, id) }, signal);
  const texts = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name}-${n}`);
  try {
    await session(['warm', 'a', 'final'], texts('warm', PROCESSES * SLOTS));

    const ideal = (count: number) => ((count / (PROCESSES * SLOTS)) * SEGMENT_MS) / 1000;
    const singleSeconds = await secondsOf(session(['one', 'a', 'final'], texts('one', 240)));
    sayShare('1 session of 240 segments', singleSeconds, ideal(240));
    const twenty = await secondsOf(
      Promise.all(texts('s', 20).map((id) => session([id, id, 'final'], texts(id, 12)))),
    );
    sayShare('20 sessions of 12 segments', twenty, ideal(240));

    const from = begun.length;
    await Promise.all([
      session(['shared1', 'a', 'final'], texts('shared', 12)),
      session(['shared2', 'a', 'final'], texts('shared', 12)),
    ]);
    say(`2 sessions with the same 12 segments: ${begun.length - from} drawn`);

    const stop = new AbortController();
    const flood = Array.from({ length: 80 }, (_, n) => `flood${n}`);
    const flooding = flood.map((id) =>
      session([id, 'a', 'batch'], texts(id, 64), stop.signal).catch(() => undefined),
    );
    const last = flood.map((id) => `a/${id}-63`);
    while ((await db.segments.find(last)).length < last.length) await sleep(100);
    const wantedMs = Date.now();
    await session(['preview', 'b', 'preview'], texts('preview', 1));
    const preview = begun.find(({ text }) => text === 'preview-0');
    say(
      `a preview behind 5,000 segments of batches: begun after ${(preview?.atMs ?? 0) - wantedMs} ms`,
    );
    stop.abort();
    await Promise.all(flooding);

    const killed = session(['killed', 'a', 'final'], texts('killed', 64));
    await sleep(3 * SEGMENT_MS);
    const victim = processes[0];
    const claims = begun.filter(
      ({ pid, atMs }) => pid === victim?.pid && Date.now() - atMs < SEGMENT_MS,
    );
    victim?.kill('SIGKILL');
    const killedMs = Date.now();
    await killed;
    const restartTimes = claims.map(
      ({ text }) => begun.findLast((segment) => segment.text === text)?.atMs ?? 0,
    );
    const seconds = restartTimes.map((ms) => ((ms - killedMs) / 1000).toFixed(1));
    say(`segments of a killed process: begun again after ${seconds.join(' and ')} s`);
  } finally {
    for (const child of processes) child.kill('SIGKILL');
  }
}

/** Renders a session whose segments are the texts. */
async function renderSession(
  jobs: SegmentJobs,
  session: {
    id: string;
    account: string;
    priority: SegmentPriority;
    texts: string[];
    folder: string;
  },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { id, account: accountId, priority, texts, folder: ownFolder } = session;
  const resourceDir = join(ownFolder, 'resources');
  await mkdir(resourceDir, { recursive: true });
  const sessionContext = {
    id,
    accountId,
    epoch: 1,
    priority,
    scope: accountId,
    onCpu: () => undefined,
  };
  const maker = packedSegments(jobs.forSession(sessionContext));
  const queue = texts.values();
  const worker = async () => {
    for (const text of queue) {
      const lottiePath = join(ownFolder, `${text}.json`);
      await writeFile(lottiePath, text);
      const work = {
        first: 0,
        count: 60,
        limits: LIMITS,
        images: [],
        turn: maker.nextTurn(),
        parts: [{ source: { lottiePath, resourceDir }, frames: [0] }],
        files: [{ path: join(ownFolder, `${text}.mp4`), digest: text, encoding: ENCODING }],
      };
      await maker.make(work, signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: maker.size }, worker));
  } finally {
    await jobs.end(sessionContext);
    await rm(ownFolder, { recursive: true, force: true });
  }
}

async function secondsOf(work: Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work;
  return (performance.now() - startMs) / 1000;
}

function sayShare(name: string, seconds: number, ideal: number): void {
  const share = (ideal / seconds).toFixed(2);
  say(`${name}: ${seconds.toFixed(1)} s, ideal ${ideal.toFixed(1)} s (${share} of ideal)`);
}
