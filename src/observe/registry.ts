import { Registry } from 'prom-client';

/** The metrics of this process. */
export const registry = new Registry();

export const METRICS_TYPE = registry.contentType;

/** Returns all metrics of this process in the text format of Prometheus. */
export function metricsText(): Promise<string> {
  return registry.metrics();
}
