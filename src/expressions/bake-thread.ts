import { getHeapStatistics } from 'node:v8';
import { type MessagePort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type BakeJob, BakeRun } from './run-bake.ts';
import { SHARED } from './shared-memory.ts';

/** Maximum time to wait for the bounds of a text. */
const MEASURE_MS = 5000;
/** A thread with a larger heap is not used again. */
const MAX_HEAP_BYTES = 96 * 1024 * 1024;
const NO_BOUNDS = '{"left":0,"top":0,"width":0,"height":0}';

type Start = { port: MessagePort; shared: SharedArrayBuffer; memoryBytes: number };

/** The answer of the thread that started this one. A text that cannot be laid out has no bounds. */
export type MeasureAnswer = { bounds?: string; cpuMs: number };

const { port, shared, memoryBytes } = workerData as Start;
const memory = new Int32Array(shared);

let isMeasureLate = false;

const run = new BakeRun({
  measure(text) {
    const answers = Atomics.load(memory, SHARED.answers);
    port.postMessage({ measure: text });
    // A late answer would be read as that of the next text.
    isMeasureLate ||= Atomics.wait(memory, SHARED.answers, answers, MEASURE_MS) === 'timed-out';
    Atomics.add(memory, SHARED.beats, 1);
    const answer = receiveMessageOnPort(port)?.message as MeasureAnswer | undefined;
    return { bounds: answer?.bounds ?? NO_BOUNDS, cpuMs: answer?.cpuMs ?? 0 };
  },
  mark: (expression) => Atomics.store(memory, SHARED.mark, expression),
  beat: () => Atomics.add(memory, SHARED.beats, 1),
});

await run.prepare(memoryBytes);
let ready = Promise.resolve();
port.on('message', ({ job }: { job?: BakeJob }) => {
  if (job) ready = ready.then(() => bake(job));
});

async function bake(job: BakeJob): Promise<void> {
  try {
    const answer = await run.bake(job);
    const isReusable = !isMeasureLate && getHeapStatistics().total_heap_size < MAX_HEAP_BYTES;
    port.postMessage({ answer, isReusable });
    if (isReusable) await run.prepare(memoryBytes);
  } catch (error) {
    port.postMessage({ error: (error as Error).message });
  }
}
