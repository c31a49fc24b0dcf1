import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { defined } from '../base/index.ts';
import type { OpenSpan, SpanFacts, SpanWriter } from './spans.ts';

const SAMPLED = 1;

type SpanWriterOptions = {
  serviceName: string;
  /** The longest time from the end of a span to its sending. Default: 5 s. */
  delayMs: number | undefined;
};

/** Sends spans with OTLP over HTTP. The exporter reads its address from the environment. */
export function openSpanWriter({ serviceName, delayMs }: SpanWriterOptions): SpanWriter {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    ...defined({ scheduledDelayMillis: delayMs }),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('framepress');
  const start = ({ name, parent, attributes, kind, startMs }: SpanFacts): OpenSpan => {
    const span = tracer.startSpan(
      name,
      {
        kind: kind === 'server' ? SpanKind.SERVER : SpanKind.INTERNAL,
        ...(attributes && { attributes }),
        ...defined({ startTime: startMs }),
      },
      contextOf(parent),
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    const flags = traceFlags.toString(16).padStart(2, '0');
    return {
      traceparent: `00-${traceId}-${spanId}-${flags}`,
      end: ({ error, endMs, attributes: more } = {}) => {
        if (more) span.setAttributes(more);
        if (error !== undefined) {
          const { code = 'internal' } = error as { code?: string };
          span.setStatus({ code: SpanStatusCode.ERROR, message: code });
        }
        span.end(endMs);
      },
    };
  };
  return { start, [Symbol.asyncDispose]: () => provider.shutdown() };
}

/** Returns the context of a `traceparent`; without one, the span begins a trace. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent?.split('-') ?? [];
  if (traceId === '') return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
