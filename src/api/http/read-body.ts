import { z } from 'zod';
import { AppError, expected, type Fault, zodFaults } from '../../base/index.ts';

/** Of a request that needs none. */
export const emptyRequest = z.strictObject({});

/** Throws `malformed_body` for a body that is no object. */
export function objectBody(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>;
  }
  throw new AppError('malformed_body', expected('a JSON object', 'the body', body));
}

/** The body as its schema gives it; throws every fault of it, and those that were found `beside`. */
export function parseBody<T extends z.ZodType>(
  schema: T,
  body: unknown,
  beside: readonly Fault[] = [],
): z.output<T> {
  const parsed = schema.safeParse(objectBody(body));
  if (parsed.success && beside.length === 0) return parsed.data;
  const faults = parsed.success ? [] : zodFaults(parsed.error.issues, body);
  throw AppError.fromFaults([...faults, ...beside]);
}
