/** Metrics of the service in the format of Prometheus, and its traces. */
export {
  countFetch,
  countHttpRequest,
  countModelRequest,
  countSegments,
  countSteps,
  countUpload,
  countWebhook,
  cpuSeconds,
  jobRetries,
  jobsTakenOver,
  renderEnded,
  renderStarted,
} from './metrics.ts';
export { observeProcesses, type ProcessKind } from './process-metrics.ts';
export { observeQueue, type QueuedWork } from './queue-metrics.ts';
export { METRICS_TYPE, metricsText } from './registry.ts';
export type { OpenSpan } from './spans.ts';
export { inSpan, pastSpan, startSpan, startTracing } from './tracing.ts';
