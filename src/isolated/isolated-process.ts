/**
 * The process for tasks with untrusted input: importing, composing, shaping, probing, mixing. It
 * runs one task at a time, has no secrets and no database, and can be killed at any moment.
 */
import { flushCompileCache } from 'node:module';
import { AppError, assert } from '../base/index.ts';
import { limitExpressions } from '../produce/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { fromErrorData, toErrorData } from './error-data.ts';
import type { TaskSettings, ToProcess } from './protocol.ts';
import { serviceFiles, type TaskStore } from './service-files.ts';
import { ServiceLink } from './service-link.ts';
import type { TaskContext } from './task-context.ts';
import { TemplateCache } from './template-cache.ts';
import { WORK } from './work.ts';

/** Limit of a result as JSON. The main process parses it, and answers no requests meanwhile. */
const MAX_RESULT_CHARACTERS = 2 * 2 ** 20;

const link = new ServiceLink();
let settings: TaskSettings | undefined;
let store: TaskStore | undefined;
let templates: TemplateCache | undefined;
let running: AbortController | undefined;

process.on('message', (message: ToProcess) => {
  if (message.type === 'settings') prepare(message.settings);
  else if (message.type === 'task') void answer(message);
  else if (message.type === 'abort') running?.abort(fromErrorData(message.error));
  else link.receive(message);
});
// The main process has ended, so nothing waits for the result.
process.on('disconnect', () => process.exit(0));
// Write the cache now, because this process is usually killed and does not exit normally.
flushCompileCache();

function prepare(given: TaskSettings): void {
  settings = given;
  limitExpressions(given.taskCpuSeconds);
  store = given.filesFolder === null ? serviceFiles(link) : openDiskStore(given.filesFolder);
  templates = new TemplateCache(store, (event) => {
    checkSize(event);
    link.emit(event);
  });
  link.send({ type: 'ready' });
}

async function answer({
  kind,
  input,
  rasterisers,
  segments,
}: Extract<ToProcess, { type: 'task' }>): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  try {
    assert(settings && store && templates, 'settings come before tasks');
    const context: TaskContext = {
      settings,
      store,
      templates,
      signal,
      rasterisers: link.rasterisers(rasterisers),
      ...(segments > 0 && { segments: link.segments(segments) }),
      claims: link.claims(),
      emit: (event) => link.emit(event),
      playlists: link.playlists(),
      fetchFont: async (url) => (await link.call('fetchFont', { url }, { signal })).path,
    };
    const work = WORK[kind] as (input: unknown, context: TaskContext) => Promise<unknown>;
    const value = await work(input, context);
    checkSize(value);
    link.send({ type: 'done', value, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    const event = toErrorData(error);
    link.send({ type: 'failed', error: event, rssBytes: process.memoryUsage.rss() });
  }
}

function checkSize(value: unknown): void {
  const { length } = JSON.stringify(value) ?? '';
  if (length <= MAX_RESULT_CHARACTERS) return;
  throw new AppError(
    'limit_exceeded',
    `The result has ${length} characters (limit: ${MAX_RESULT_CHARACTERS}).`,
    { hint: 'Use fewer editables, and shorter names and example texts.' },
  );
}
