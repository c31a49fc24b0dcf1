/**
 * The program that runs expressions. It reads jobs and answers about texts from its input, and writes
 * a line of JSON for each event. Everything is synchronous, because the sandbox asks while it runs.
 */
import { readSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import type { BakeEvent, BakeInput } from './bake-process.ts';
import { BakeRun } from './run-bake.ts';

const INPUT = 0;
const OUTPUT = 1;
const CHUNK_BYTES = 65_536;
const BEAT_MS = 10;
/** A process with a larger heap is not used again. */
const MAX_HEAP_BYTES = 96 * 1024 * 1024;
const NO_BOUNDS = '{"left":0,"top":0,"width":0,"height":0}';

const chunk = Buffer.alloc(CHUNK_BYTES);
let unreadBytes = Buffer.alloc(0);
let lastBeat = 0;

const run = new BakeRun({
  measure(text) {
    send({ measure: text });
    const { bounds = NO_BOUNDS, cpuMs = 0 } = receive()?.measured ?? {};
    return { bounds, cpuMs };
  },
  loaded: (isLoaded) => send({ isLoaded }),
  mark: (expression) => send({ mark: expression }),
  reportAlive() {
    const nowMs = performance.now();
    if (nowMs - lastBeat < BEAT_MS) return;
    lastBeat = nowMs;
    send({});
  },
});

const memoryBytes = Number(process.argv[2]);
await run.prepare(memoryBytes);
// This process is usually killed, so the cache is written now.
flushCompileCache();
for (let input = receive(); input; input = receive()) {
  if (!input.job) continue;
  const answer = await run.bake(input.job);
  const isReusable = getHeapStatistics().total_heap_size < MAX_HEAP_BYTES;
  send({ answer, isReusable });
  // Otherwise it is ended by its parent, which might see the exit before the answer.
  if (isReusable) await run.prepare(memoryBytes);
}

/** Writes the whole line before it returns. */
function send(event: BakeEvent): void {
  const line = Buffer.from(`${JSON.stringify(event)}\n`);
  for (let at = 0; at < line.length; ) at += writeSync(OUTPUT, line, at);
}

/** Waits for a line; undefined at the end of the input. */
function receive(): BakeInput | undefined {
  const parts = [unreadBytes];
  for (let end = unreadBytes.indexOf('\n'); end < 0; ) {
    const count = readSync(INPUT, chunk);
    if (count === 0) return undefined;
    const part = Buffer.from(chunk.subarray(0, count));
    end = part.indexOf('\n');
    parts.push(part);
  }
  const allBytes = Buffer.concat(parts);
  const end = allBytes.indexOf('\n');
  unreadBytes = allBytes.subarray(end + 1);
  return JSON.parse(allBytes.toString('utf8', 0, end)) as BakeInput;
}
