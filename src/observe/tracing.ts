import { currentTraceparent, withLogFields } from '../system/index.ts';
import type { OpenSpan, SpanFacts, SpanWriter } from './spans.ts';

let writer: SpanWriter | undefined;

/**
 * Sends spans to the collector that the environment names, until the result is disposed. Without one it does
 * nothing, and loads no library.
 */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AsyncDisposable> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: general,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesEndpoint,
  } = environment;
  if (!(general ?? tracesEndpoint) || writer)
    return { [Symbol.asyncDispose]: async () => undefined };
  const { openSpanWriter } = await import('./span-writer.ts');
  const opened = openSpanWriter({
    serviceName: environment['OTEL_SERVICE_NAME'] ?? 'framepress',
    // The library does not read this variable of OpenTelemetry by itself.
    delayMs: wholeNumber(environment['OTEL_BSP_SCHEDULE_DELAY']),
  });
  writer = opened;
  return {
    async [Symbol.asyncDispose]() {
      writer = undefined;
      await opened[Symbol.asyncDispose]();
    },
  };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Starts a span; undefined when spans are not sent. */
export function startSpan(facts: SpanFacts): OpenSpan | undefined {
  return writer?.start({ ...facts, parent: facts.parent ?? currentTraceparent() });
}

/** Writes a span of the past. */
export function pastSpan(facts: SpanFacts & { startMs: number }, endMs: number): void {
  startSpan(facts)?.end({ endMs });
}

/** Runs `work` in a span. An error of the work is an error of the span. */
export async function inSpan<T>(facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const span = startSpan(facts);
  if (!span) return work();
  try {
    const result = await withLogFields({ traceparent: span.traceparent }, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}
