import { mkdir, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, assert, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { EVENT_FORMS } from '../../database/event-forms.fixture.ts';
import { type Database, DEFAULT_ACCOUNT, openDatabase } from '../../database/index.ts';
import { FetchCache, Fetcher, parseAddressPolicy } from '../../media/fetch/index.ts';
import { isolatedFor } from '../../produce/isolated.fixture.ts';
import { modelsFor } from '../../speech/models.fixture.ts';
import { DiskRoom } from '../../storage/disk-room.ts';
import { type BlobStore, openDiskStore } from '../../storage/index.ts';
import { sha256, silentLog } from '../../system/index.ts';
import type { JobContext } from '../job-context.ts';
import { RenderEtas } from '../render-etas.ts';
import { SessionJobs } from '../session-jobs.ts';

const SIZE = { w: 64, h: 36, fr: 30, ip: 0, op: 45 };
const SHAPES = [
  { ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [20, 20] }, r: { a: 0, k: 0 } },
  { ty: 'fl', c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 } },
];
const LAYER = { ty: 4, nm: 'box', ip: 0, op: 45, st: 0, ks: {}, shapes: SHAPES };
const TEMPLATE = { v: '5.7.0', ...SIZE, layers: [LAYER] };
const { signal } = new AbortController();

/** Counts the steps of a leader, and holds it before one of them. */
class Steps {
  readonly names: string[] = [];
  readonly reached = Promise.withResolvers<void>();
  readonly goOn = Promise.withResolvers<void>();
  readonly #holdAt: number;

  constructor(holdAt = Number.POSITIVE_INFINITY) {
    this.#holdAt = holdAt;
  }

  /** Returns an object whose functions of these names are steps. */
  in<T extends object>(of: T, ...names: (keyof T & string)[]): T {
    const steps = names.map((name) => [
      name,
      async (...values: unknown[]) => {
        await this.#step(name, values);
        return (of[name] as (...parameters: unknown[]) => unknown)(...values);
      },
    ]);
    return { ...of, ...Object.fromEntries(steps) };
  }

  async #step(name: string, [first]: unknown[]): Promise<void> {
    const number = this.names.push(`${name} ${typeof first === 'string' ? first : ''}`.trim());
    if (number !== this.#holdAt) return;
    this.reached.resolve();
    await this.goOn.promise;
  }
}

let folder: string;
let files: BlobStore;
let db: Database;
let open: AsyncDisposableStack;

/** Returns a worker with folders of its own. `through` gives the store and the database that it uses. */
async function worker(
  name: string,
  through: (parts: { store: BlobStore; db: Database }) => { store: BlobStore; db: Database },
) {
  const ownFolder = join(folder, name);
  await mkdir(join(ownFolder, 'work'), { recursive: true });
  let current: { store: BlobStore; db: Database } = { store: files, db };
  const store = forwarding(() => current.store, files);
  const settings = {
    filesFolder: null,
    fontFolders: [],
    stallMs: 200_000,
    rasteriserMemoryBytes: 2 ** 32,
    loudnessTargetLufs: null,
  };
  const isolated = open.use(isolatedFor('', { settings, store }));
  const allow = parseAddressPolicy([]);
  const fetcher = open.use(new Fetcher({ allow, maxBytes: 1000, timeoutMs: 200_000 }));
  return {
    /** Renders a session to its end. */
    async render(id: string, steps?: Steps): Promise<void> {
      current = steps ? through({ store: files, db }) : { store: files, db };
      const context: JobContext = {
        db: current.db,
        store,
        isolated,
        hardware: {},
        log: silentLog,
        reuseSegments: 'account',
        segmentFolder: join(ownFolder, 'segments'),
        dataFolder: ownFolder,
        stepCacheFolder: join(ownFolder, 'previews'),
        stepCacheBytes: 0,
        uploadTtlSeconds: 60,
        inputsTtlSeconds: 60,
        workFolder: join(ownFolder, 'work'),
        models: modelsFor({ db: current.db, store, folder: ownFolder }),
        fetches: new FetchCache({ fetcher, dir: join(ownFolder, 'fetched'), maxBytes: 0 }),
      };
      await using etas = new RenderEtas(context);
      const disk = new DiskRoom(ownFolder, 0);
      const jobs = new SessionJobs(context, { fetchTimeoutMs: 200_000, disk, etas });
      const job = { kind: 'render', id, accountId: DEFAULT_ACCOUNT, round: 1 };
      await jobs.render({ ...job, priority: 'preview' }, signal);
    },
  };
}

/** Returns a store that passes each call to the store of that time. */
function forwarding(current: () => BlobStore, like: BlobStore): BlobStore {
  const names = Object.keys(like) as (keyof BlobStore)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      typeof like[name] === 'function'
        ? (...values: unknown[]) =>
            (current()[name] as (...parameters: unknown[]) => unknown)(...values)
        : like[name],
    ]),
  ) as unknown as BlobStore;
}

async function addSession(id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.renderSessions.insert({
      id,
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: 'tsv_1',
      title: 'one',
      render: 'preview',
      metadata: {},
      externalId: null,
      mapping: { id: `map_${id}` },
    });
    await tx.sessionInputs.keepNone(id, Date.now() + 60_000);
  });
}

/** Returns everything that counts of a session: its row, events, use, playlists and files. */
async function outcome(id: string) {
  const session = await db.renderSessions.find(id);
  assert(session);
  const below = join(folder, 'files/sessions', id);
  const contents: Record<string, string> = {};
  for (const name of (await readdir(below, { recursive: true })).sort()) {
    const path = join(below, name);
    if ((await stat(path)).isFile()) contents[name] = sha256(await readFile(path));
  }
  const stream = session.hlsKey?.replace('main', 'video') ?? '';
  const use = await db.usage.between(DEFAULT_ACCOUNT, '2000-01-01', '3000-01-01');
  return {
    session,
    contents,
    use,
    events: (await db.events.after(id, 0, 99)).map(({ data }) => data),
    playlists: [await db.playlists.find(session.hlsKey ?? ''), await db.playlists.find(stream)],
  };
}

/** Defines the test. It holds a leader at each step, or at the last step of each kind. */
export function testTwoLeaders({ isEach }: { isEach: boolean }): void {
  beforeAll(async () => {
    open = new AsyncDisposableStack();
    folder = await mkdtemp(join(tmpdir(), 'framepress-leaders-'));
    files = openDiskStore(join(folder, 'files'));
    db = open.use(await openDatabase(join(folder, 'framepress.sqlite'), EVENT_FORMS));
    await files.putBytes('k', Buffer.from(JSON.stringify(TEMPLATE)));
    await db.templateVersions.insert({
      id: 'tsv_1',
      accountId: DEFAULT_ACCOUNT,
      name: 'Hello',
      language: 'en',
      digest: 'd',
      packageKey: 'k',
      packageLabel: 'hello.json',
    });
    const facts = { width: SIZE.w, height: SIZE.h, fps: SIZE.fr, frameCount: SIZE.op };
    await db.templateVersions.update('tsv_1', { status: 'edit_ready', ...facts });
  });

  afterAll(async () => {
    await open.disposeAsync();
    await removeFolder(folder);
  });

  test('a leader that is held at any step and goes on later writes nothing that counts', async () => {
    let [steps, stepsOfSecond] = [new Steps(), new Steps()];
    const first = await worker('first', (parts) => ({
      store: steps.in(parts.store, 'put', 'putLinked', 'putBytes'),
      db: {
        ...steps.in(parts.db, 'transaction'),
        sessionInputs: steps.in(parts.db.sessionInputs, 'find'),
        playlists: steps.in(parts.db.playlists, 'find', 'write', 'publish'),
        // It does not notice by its progress that another leader has begun.
        renderSessions: { ...parts.db.renderSessions, progress: async () => true },
      },
    }));
    const second = await worker('second', (parts) => ({
      ...parts,
      db: stepsOfSecond.in(parts.db, 'transaction'),
    }));

    await addSession('rs_0');
    await first.render('rs_0', steps);
    const stepNames = steps.names.slice(0, steps.names.indexOf('transaction') + 1);
    const kindOf = (name = '') => name.replace(/ .*\//, ' ').replaceAll(/\d+/g, 'N');
    const kinds = stepNames.map(kindOf);
    const alone = await outcome('rs_0');
    const videoOf = (result: typeof alone) =>
      result.contents[`preview/${result.session.epoch}/video.mp4`];
    expect(alone.session).toMatchObject({ status: 'preview_rendered', epoch: 1 });
    expect(stepNames.map((name) => name.split('/').at(-1))).toContain('video.mp4');

    // The first leader goes on before the second one ends, and after it.
    const cases = stepNames.flatMap((name, index) => {
      const at = { name, step: index + 1 };
      const isLate = index >= stepNames.length - 2;
      if (!(isEach || isLate || kinds.lastIndexOf(kindOf(name)) === index)) return [];
      return [{ ...at, order: 'before' }, ...(isLate ? [{ ...at, order: 'after' }] : [])];
    });
    for (const [index, { name, step, order }] of cases.entries()) {
      const id = `rs_${index + 1}`;
      const what = `${name}, ${order}`;
      await addSession(id);
      steps = new Steps(step);
      stepsOfSecond = new Steps(order === 'before' ? 1 : undefined);
      const firstRender = first.render(id, steps);
      await Promise.race([steps.reached.promise, firstRender]);
      const ended = second.render(id, stepsOfSecond);
      await Promise.race([stepsOfSecond.reached.promise, ended]);
      const outcomeBefore = await outcome(id);
      steps.goOn.resolve();
      await firstRender;
      const outcomeAfter = await outcome(id);
      if (order === 'after') expect(outcomeAfter, what).toEqual(outcomeBefore);
      else expect(outcomeAfter, what).toMatchObject({ session: { status: 'preview_rendering' } });
      expect(outcomeAfter.playlists, what).toEqual(outcomeBefore.playlists);
      stepsOfSecond.goOn.resolve();
      await ended;
      const finalOutcome = await outcome(id);
      const videoKey = `sessions/${id}/preview/2/video.mp4`;
      expect(finalOutcome.session, what).toMatchObject({
        status: 'preview_rendered',
        epoch: 2,
        videoKey,
      });
      expect(finalOutcome.events, what).toHaveLength(alone.events.length);
      expect(finalOutcome.use, what).toMatchObject([{ renders: index + 2 }]);
      expect(videoOf(finalOutcome), what).toBe(videoOf(alone));
      expect(
        Object.keys(finalOutcome.contents).filter((file) => file.startsWith('preview/1/')),
      ).toEqual([]);
      const [, video = ''] = finalOutcome.playlists;
      expect(video, what).toContain('#EXT-X-ENDLIST');
      for (const [segment] of video.matchAll(/^\d.*$/gm))
        expect(finalOutcome.contents, what).toHaveProperty([`preview/hls/1/${segment}`]);
    }
  });
}
