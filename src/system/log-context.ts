import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { defined } from '../base/index.ts';

/**
 * The request that work belongs to, also on another machine. `traceparent` has the form of W3C Trace Context;
 * its trace id is in the log.
 */
export type Origin = { requestId: string; traceparent: string };

/** Fields of all log lines of a request or a job. */
export type LogFields = Partial<Origin> & { sessionId?: string };

const current = new AsyncLocalStorage<LogFields>();

/** Runs `work`; all its log lines have these fields, and those of the calling work. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work);
}

/** Runs `work` with fields that `addLogFields` changes. */
export function withSharedLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run(fields, work);
}

/** Adds fields to the log lines of the running request or job. */
export function addLogFields(fields: LogFields): void {
  const store = current.getStore();
  if (store) Object.assign(store, fields);
}

/** Returns the fields of the running work as a log line has them. */
export function logFields(): Record<string, string> {
  const { requestId, sessionId, traceparent } = current.getStore() ?? {};
  const traceId = traceIdOf(traceparent);
  return { ...defined({ requestId, sessionId, traceId }) };
}

/** Returns the request that the running work belongs to; undefined outside of requests and their jobs. */
export function originOfWork(): Origin | undefined {
  const { requestId, traceparent } = current.getStore() ?? {};
  if (requestId === undefined || traceparent === undefined) return undefined;
  return { requestId, traceparent };
}

/** Returns the trace that the running work belongs to. */
export function currentTraceparent(): string | undefined {
  return current.getStore()?.traceparent;
}

/** Returns the trace id of a `traceparent`; undefined if it is missing or malformed. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  const [, id] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '') ?? [];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}

/** Returns a trace of its own for a request without one: its trace id is the request's UUID. */
export function traceparentOf(requestId: string): string {
  const traceId = requestId.replace(/^req_/, '').replaceAll('-', '');
  return `00-${traceId}-${randomBytes(8).toString('hex')}-00`;
}
