import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError, expected, type Fault, withNearestFields, zodFaults } from '../base/index.ts';

/** Schema of a body without fields. */
export const emptyRequest = z.strictObject({});

/** Returns the body as an object; throws `malformed_body` when it is not an object. */
export function objectBody(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new AppError('malformed_body', expected('a JSON object', 'the body', body));
}

/** Returns the parsed body; throws all its faults together with the faults in `beside`. */
export function parseBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
  beside: readonly Fault[] = [],
): z.output<T> {
  const parsed = schema.safeParse(objectBody(body), withNearestFields());
  if (parsed.success && beside.length === 0) return parsed.data;
  const faults = parsed.success ? [] : zodFaults(parsed.error.issues, body);
  throw AppError.fromFaults([...faults, ...beside]);
}

/**
 * Reads and discards the rest of a body after its response. Node does this only for bodies that
 * nobody has begun to read. Otherwise the connection would stop, and requests behind it in the
 * connection would never be answered.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    raw.unpipe();
    raw.resume();
  });
}
