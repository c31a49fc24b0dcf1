/** A part of the work for a request. Times are milliseconds since 1970, UTC. */
export type SpanFacts = {
  name: string;
  /** The trace that it belongs to, as `traceparent`. Default: that of the running work. */
  parent?: string | undefined;
  attributes?: Readonly<Record<string, string | number>>;
  /** `server`: the answer to a request of a client. */
  kind?: 'server' | 'internal';
  startMs?: number;
};

export type OpenSpan = {
  /** For the parts of this span. */
  traceparent: string;
  end(outcome?: { error?: unknown; endMs?: number; attributes?: SpanFacts['attributes'] }): void;
};

export type SpanWriter = AsyncDisposable & { start(facts: SpanFacts): OpenSpan };
