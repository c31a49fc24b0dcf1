import { z } from 'zod';
import { AppError } from '../../base/index.ts';

/** Where a page ended: the next one goes on from there, whatever was added since. */
export type Position = { createdAtMs: number; id: string };

const shape = z.tuple([z.int(), z.string()]);

export function writeCursor({ createdAtMs, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAtMs, id])).toString('base64url');
}

export function readCursor(cursor: string): Position {
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
