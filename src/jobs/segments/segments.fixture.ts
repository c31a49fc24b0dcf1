import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, Notices } from '../../database/index.ts';
import type { Encoding } from '../../raster/index.ts';
import { engineId, packedSegments } from '../../render/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { silentLog } from '../../system/index.ts';
import { type Drawing, SegmentDrawer, type SegmentDrawerOptions } from './segment-drawer.ts';
import { SegmentJobs, type SegmentSession } from './segment-jobs.ts';

const LIMITS = { timeoutMs: 200_000, stallMs: 200_000, memoryBytes: 2 ** 30 };
const ENCODING: Encoding = {
  width: 64,
  height: 36,
  codec: 'h264',
  fps: 30,
  quality: 'draft',
  hasAlpha: false,
};

/** A drawing takes its text from its document. */
export type Draw = (text: string, drawing: Drawing, signal: AbortSignal) => Promise<void>;

type Shared = { db: Database; store: BlobStore; notices: Notices };

/** The drawn files are texts. A machine that sees this text finds it damaged. */
export const DAMAGED = 'damaged';

async function isIntact(path: string): Promise<boolean> {
  return (await readFile(path, 'utf8')) !== DAMAGED;
}

/** Machines that share a database and a store. Each has its own folder. */
export async function machines(shared: Shared) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-machines-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const opened = stack.move();
  let count = 0;
  const next = async (): Promise<string> => {
    count += 1;
    const path = join(folder, `${count}`);
    await mkdir(path);
    return path;
  };
  return {
    folder,
    next,
    /** Starts a machine that draws. */
    async drawer(
      slots: number,
      draw: Draw,
      options: Pick<SegmentDrawerOptions, 'mayBegin'> = {},
    ): Promise<SegmentDrawer> {
      const drawer = opened.use(
        new SegmentDrawer({
          ...shared,
          slots,
          folder: await next(),
          log: silentLog,
          ...options,
          engines: [await engineId()],
          draw: async (drawing, signal) => {
            const path = drawing.parts[0]?.source.lottiePath ?? '';
            const text = await readFile(path, 'utf8');
            await draw(text, drawing, signal);
            for (const to of drawing.paths) await writeFile(to, text);
            return { cpuSeconds: 1 };
          },
        }),
      );
      await drawer.start();
      return drawer;
    },
    /** Starts a machine that has a session's segments drawn: one for each text. */
    async leader(session: Partial<SegmentSession> & { id: string }) {
      const jobs = opened.use(await SegmentJobs.open({ ...shared, isIntact, log: silentLog }));
      const segmentFolder = await next();
      await mkdir(join(segmentFolder, 'resources'));
      await writeFile(join(segmentFolder, 'resources', 'large.png'), Buffer.alloc(2_000_000, 1));
      const options = {
        accountId: 'a',
        epoch: 1,
        priority: 'final' as const,
        scope: 'a',
        onCpu: () => undefined,
        ...session,
      };
      const maker = packedSegments(jobs.forSession(options));
      const make = async (text: string, signal?: AbortSignal): Promise<string> => {
        const lottiePath = join(segmentFolder, `${text}.json`);
        const path = join(segmentFolder, `${text}.mp4`);
        await writeFile(lottiePath, text);
        const source = { lottiePath, resourceDir: join(segmentFolder, 'resources') };
        const work = {
          first: 0,
          count: 60,
          limits: LIMITS,
          images: ['large.png'],
          parts: [{ source, frames: [0] }],
          files: [{ path, digest: text, encoding: ENCODING }],
          turn: maker.nextTurn(),
        };
        await maker.make(work, signal);
        return path;
      };
      return { make, end: () => jobs.end(options) };
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
