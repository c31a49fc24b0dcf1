import { flushCompileCache } from 'node:module';
import { AppError, assert, say } from '../base/index.ts';
import type { Rasterisers } from '../raster/index.ts';
import type { Claims, SegmentMaker } from '../render/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { fromErrorData, toErrorData } from './error-data.ts';
import type { Playlists, TaskEvent, TaskSettings, ToProcess } from './protocol.ts';
import { serviceFiles, type TaskStore } from './service-files.ts';
import { ServiceLink } from './service-link.ts';

/** What the process offers to all its tasks. */
export type ProcessPorts = {
  settings: TaskSettings;
  store: TaskStore;
  emit: (event: TaskEvent) => void;
};

/** Settings, ports and signal of one task. */
export type TaskPorts = ProcessPorts & {
  /** Rasterisers of the main process. */
  rasterisers: Rasterisers;
  /** Draws the segments of a session on all machines; without it, the rasterisers draw them. */
  segments?: SegmentMaker;
  /** Claims that all tasks of the service share. */
  claims: Claims;
  playlists: Playlists;
  /** Fetches a font of an import to a file and returns its path. */
  fetchFont: (url: string) => Promise<string>;
  signal: AbortSignal;
};

type Work = (kind: string, input: unknown, ports: TaskPorts) => Promise<unknown>;

/** Limit of a result as JSON. The main process parses it, and answers no requests meanwhile. */
const MAX_RESULT_CHARACTERS = 2 * 2 ** 20;

/**
 * Makes this process an isolated process: it gets tasks from the main process and answers them, one at a time. `open`
 * is called once, with the settings, and returns the function that does the tasks.
 */
export function serveTasks(open: (ports: ProcessPorts) => Work): void {
  const link = new ServiceLink();
  let opened: { ports: ProcessPorts; work: Work } | undefined;
  let running: AbortController | undefined;

  process.on('message', (message: ToProcess) => {
    if (message.type === 'settings') openPorts(message.settings);
    else if (message.type === 'task') void runTask(message);
    else if (message.type === 'abort') running?.abort(fromErrorData(message.error));
    else link.receive(message);
  });
  // The main process has ended, so nothing waits for the result.
  process.on('disconnect', () => process.exit(0));
  // Write the cache now, because this process is usually killed and does not exit normally.
  flushCompileCache();

  /** Opens what all tasks of this process use, and reports that it is ready. */
  function openPorts(settings: TaskSettings): void {
    const { filesFolder } = settings;
    const ports: ProcessPorts = {
      settings,
      store: filesFolder === null ? serviceFiles(link) : openDiskStore(filesFolder),
      emit: (event) => {
        checkSize(event);
        link.emit(event);
      },
    };
    opened = { ports, work: open(ports) };
    link.send({ type: 'ready' });
  }

  /** Runs a task, and sends its result or its error to the main process. Never throws. */
  async function runTask({
    kind,
    input,
    rasterisers,
    segments,
  }: Extract<ToProcess, { type: 'task' }>): Promise<void> {
    running = new AbortController();
    const { signal } = running;
    try {
      assert(opened, 'settings come before tasks');
      const value = await opened.work(kind, input, {
        ...opened.ports,
        signal,
        rasterisers: link.rasterisers(rasterisers),
        ...(segments > 0 && { segments: link.segments(segments) }),
        claims: link.claims(),
        playlists: link.playlists(),
        fetchFont: async (url) => (await link.call('fetchFont', { url }, { signal })).path,
      });
      checkSize(value);
      link.send({ type: 'done', value, rssBytes: process.memoryUsage.rss() });
    } catch (error) {
      const event = toErrorData(error);
      link.send({ type: 'failed', error: event, rssBytes: process.memoryUsage.rss() });
    }
  }
}

/** Throws `limit_exceeded` for a result that is too large for a message. */
function checkSize(value: unknown): void {
  const { length } = JSON.stringify(value) ?? '';
  if (length <= MAX_RESULT_CHARACTERS) return;
  throw new AppError(
    'limit_exceeded',
    say`The result has ${length} characters (limit: ${MAX_RESULT_CHARACTERS}).`,
    { hint: 'Use fewer editables, and shorter names and example texts.' },
  );
}
