/**
 * Returns the trace id of a client's `traceparent` header (W3C Trace Context), for the log.
 * Undefined when the header is missing or malformed.
 */
export function traceId(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, id] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(header) ?? [];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}
