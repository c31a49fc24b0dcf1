/**
 * The process in which tasks run whose cost a stranger decides: importing, composing, shaping, probing, mixing. It does
 * one task at a time, knows no secret and no database, and may be killed at any moment.
 */
import { flushCompileCache } from 'node:module';
import { AppError, assert } from '../base/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { fromErrorData, toErrorData } from './error-data.ts';
import type { Settings, ToProcess } from './protocol.ts';
import { rendererOf } from './renderer-of.ts';
import { ServiceLink } from './service-link.ts';
import type { TaskContext } from './task-context.ts';
import { TemplateCache } from './template-cache.ts';
import { WORK } from './work.ts';

/** As JSON: the service reads it while it answers requests. */
const MAX_RESULT_CHARACTERS = 2 * 2 ** 20;

const link = new ServiceLink();
let settings: Settings | undefined;
let templates: TemplateCache | undefined;
let running: AbortController | undefined;

process.on('message', (message: ToProcess) => {
  if (message.type === 'settings') prepare(message.settings);
  else if (message.type === 'task') void answer(message);
  else if (message.type === 'abort') running?.abort(fromErrorData(message.error));
  else link.receive(message);
});
// The service is gone: nobody waits for what is being done.
process.on('disconnect', () => process.exit(0));
// Not only at its end, since it is mostly killed.
flushCompileCache();

function prepare(given: Settings): void {
  settings = given;
  templates = new TemplateCache(openDiskStore(given.filesFolder), (event) => {
    checkSize(event);
    link.emit(event);
  });
  // Asks ffmpeg for its version before the first render needs it.
  rendererOf({ settings, rasterisers: link.rasterisers(1), emit: () => undefined }).warm();
  link.send({ type: 'ready' });
}

async function answer({
  kind,
  input,
  rasterisers,
}: Extract<ToProcess, { type: 'task' }>): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  try {
    assert(settings && templates, 'settings come before tasks');
    const context: TaskContext = {
      ...{ settings, templates, signal },
      store: openDiskStore(settings.filesFolder),
      rasterisers: link.rasterisers(rasterisers),
      claims: link.claims(),
      emit: (event) => link.emit(event),
      playable: async (key) => void (await link.call('playable', { key })),
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
    `What there is to say of it has ${length} characters; at most ${MAX_RESULT_CHARACTERS} are allowed.`,
    { hint: 'Use fewer editables, and shorter names and example texts.' },
  );
}
