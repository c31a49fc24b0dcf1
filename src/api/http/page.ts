import { z } from 'zod';
import { AppError } from '../../base/index.ts';
import { zodFaults } from './faults.ts';

/** Where a page ended: the next one goes on from there, whatever was added since. */
type Position = { createdAtMs: number; id: string };

/** Of every list. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(300).optional(),
});

const shape = z.tuple([z.int(), z.string()]);

/** The query of a request as its schema gives it; throws every fault of it. */
export function parseQuery<T extends z.ZodType>(schema: T, query: unknown): z.output<T> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw AppError.fromFaults(zodFaults(parsed.error.issues, query));
}

/** The first `limit` of what was found, and where the next page begins when there was more. */
export function pageOf<T extends Position>(
  found: readonly T[],
  limit: number,
): { page: T[]; next_cursor: string | null } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: found.length > limit && last ? writeCursor(last) : null };
}

function writeCursor({ createdAtMs, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAtMs, id])).toString('base64url');
}

export function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const parsed = shape.safeParse(parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return { createdAtMs: parsed.data[0], id: parsed.data[1] };
  throw new AppError('invalid_request', 'Expected a cursor as next_cursor gave it out.', {
    pointer: '/cursor',
    hint: 'Leave it out for the first page.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
