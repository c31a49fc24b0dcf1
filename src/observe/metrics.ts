import { Counter, Histogram } from 'prom-client';
import { registry } from './registry.ts';

const registers = [registry];
/** From a cached still to a long video. */
const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30];

type RenderLabels = { render: 'preview' | 'final'; priority: 'normal' | 'batch' };

const waitSeconds = new Histogram({
  name: 'framepress_render_wait_seconds',
  buckets: SECONDS,
  registers,
  help: 'Time from the request of a render to the start of its first job.',
  labelNames: ['render', 'priority'],
});
const phaseSeconds = new Histogram({
  name: 'framepress_render_phase_seconds',
  buckets: SECONDS,
  registers,
  help: 'Time of each phase of a finished render.',
  labelNames: ['phase'],
});
const renderSeconds = new Histogram({
  name: 'framepress_render_seconds',
  buckets: SECONDS,
  registers,
  help: 'Time from the request of a render to its finished video.',
  labelNames: ['render', 'priority'],
});
const renders = new Counter({
  name: 'framepress_renders_total',
  registers,
  help: 'Renders that ended, by outcome: rendered, failed or canceled.',
  labelNames: ['render', 'priority', 'outcome'],
});
const failures = new Counter({
  name: 'framepress_render_failures_total',
  registers,
  help: 'Failed renders by error code.',
  labelNames: ['code'],
});
const frames = new Counter({
  name: 'framepress_frames_total',
  registers,
  help: 'Frames of finished videos.',
});
const videoBytes = new Counter({
  name: 'framepress_video_bytes_total',
  registers,
  help: 'Bytes of finished videos.',
});
const segments = new Counter({
  name: 'framepress_segments_total',
  registers,
  help: 'Segments of videos, by source: drawn, or cached from an earlier render.',
  labelNames: ['source'],
});
const steps = new Counter({
  name: 'framepress_steps_total',
  registers,
  help: 'Steps of compositions for players, by source: made, or cached.',
  labelNames: ['source'],
});
const fetches = new Counter({
  name: 'framepress_fetches_total',
  registers,
  help: 'Requested media files, by source: fetched, cached, or failed.',
  labelNames: ['source'],
});
const fetchedBytes = new Counter({
  name: 'framepress_fetched_bytes_total',
  registers,
  help: 'Bytes of fetched media files.',
});
const modelRequests = new Histogram({
  name: 'framepress_model_request_seconds',
  buckets: SECONDS,
  registers,
  help: 'Time of requests to servers that speak and recognise words, by outcome: answered, failed or canceled.',
  labelNames: ['kind', 'outcome'],
});
const uploads = new Counter({
  name: 'framepress_uploads_total',
  registers,
  help: 'Attempts to upload a file to a store, by kind of store and outcome.',
  labelNames: ['store', 'outcome'],
});
const uploadedBytes = new Counter({
  name: 'framepress_uploaded_bytes_total',
  registers,
  help: 'Bytes of files that were uploaded to stores.',
});
const webhooks = new Counter({
  name: 'framepress_webhooks_total',
  registers,
  help: 'Attempts to send a webhook, by type of the event and outcome.',
  labelNames: ['event', 'outcome'],
});
const requests = new Histogram({
  name: 'framepress_http_request_seconds',
  buckets: REQUEST_SECONDS,
  registers,
  help: 'Time to answer requests, by method and class of the status.',
  labelNames: ['method', 'status'],
});

/** CPU time of fetching, composing, drawing and encoding the videos of sessions. */
export const cpuSeconds = new Counter({
  name: 'framepress_render_cpu_seconds_total',
  registers,
  help: 'CPU time of renders, with their rasterisers and programs.',
});
/** Jobs that failed without ending their row, so that they run again. */
export const jobRetries = new Counter({
  name: 'framepress_job_retries_total',
  registers,
  help: 'Jobs that failed and run again, by kind.',
  labelNames: ['kind'],
});

/** Jobs whose process was lost, and that this process continued. */
export const jobsTakenOver = new Counter({
  name: 'framepress_jobs_taken_over_total',
  registers,
  help: 'Jobs of lost processes that this process continued, by kind.',
  labelNames: ['kind'],
});

/** Counts the waiting time of a render whose first job starts. */
export function renderStarted(labels: RenderLabels, waitedSeconds: number): void {
  waitSeconds.observe(labels, Math.max(0, waitedSeconds));
}

/** The end of a render. Times are in seconds; `seconds` is the time since its request. */
export type RenderEnd = { labels: RenderLabels } & (
  | {
      outcome: 'rendered';
      seconds: number;
      /** Seconds by phase. */
      timings: Readonly<Record<string, number>>;
      frames: number;
      bytes: number;
    }
  | { outcome: 'failed'; codes: readonly string[] }
  | { outcome: 'canceled' }
);

/**
 * Counts a render that has ended. Times, frames and bytes count only for rendered videos. Repeated
 * codes of a failure count once.
 */
export function renderEnded({ labels, ...end }: RenderEnd): void {
  renders.inc({ ...labels, outcome: end.outcome });
  if (end.outcome === 'failed') for (const code of new Set(end.codes)) failures.inc({ code });
  if (end.outcome !== 'rendered') return;
  renderSeconds.observe(labels, Math.max(0, end.seconds));
  for (const [phase, seconds] of Object.entries(end.timings))
    phaseSeconds.observe({ phase }, seconds);
  frames.inc(end.frames);
  videoBytes.inc(end.bytes);
}

export function countSegments({
  drawn: drawnCount,
  cached,
}: {
  drawn: number;
  cached: number;
}): void {
  segments.inc({ source: 'drawn' }, drawnCount);
  segments.inc({ source: 'cached' }, cached);
}

export function countSteps({ made: madeCount, cached }: { made: number; cached: number }): void {
  steps.inc({ source: 'made' }, madeCount);
  steps.inc({ source: 'cached' }, cached);
}

/** `bytes` were received; 0 for a cached file. */
export function countFetch(source: 'fetched' | 'cached' | 'failed', bytes: number): void {
  fetches.inc({ source });
  fetchedBytes.inc(bytes);
}

export function countModelRequest(
  kind: 'speech' | 'transcription',
  outcome: 'answered' | 'failed' | 'canceled',
  seconds: number,
): void {
  modelRequests.observe({ kind, outcome }, seconds);
}

export function countUpload(
  store: string,
  outcome: 'delivered' | 'retried' | 'failed',
  bytes = 0,
): void {
  uploads.inc({ store, outcome });
  uploadedBytes.inc(bytes);
}

export function countWebhook(event: string, outcome: 'delivered' | 'retried' | 'failed'): void {
  webhooks.inc({ event, outcome });
}

export function countHttpRequest(method: string, status: number, seconds: number): void {
  requests.observe({ method, status: `${Math.floor(status / 100)}xx` }, seconds);
}
