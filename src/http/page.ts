import { z } from 'zod';
import { AppError, expected, type Fault, fault, jsonPointer, whatOf } from '../base/index.ts';
import type { PageRequest, Position } from '../database/index.ts';

/** Maximum number of unknown parameters that are reported. */
const MAX_UNKNOWN = 10;

/** Query parameters of every list. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(300).optional(),
});

const MAX_SEARCH_CHARACTERS = 200;

/** The parameter `q` of lists. */
export const searchText = z
  .string()
  .min(1)
  .max(MAX_SEARCH_CHARACTERS)
  .refine((text) => !text.includes('\0'), 'text without U+0000')
  .meta({ description: 'A part of the name; case and accents are ignored' });

const shape = z.tuple([z.int(), z.string()]);

/** Returns the query of a request as its schema parses it; throws all its faults in one error. */
export function parseQuery<T extends z.ZodObject>(schema: T, query: unknown): z.output<T> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const knownNames = Object.keys(schema.shape);
  const parameters = query as Record<string, unknown>;
  const faults = parsed.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [queryFault(issue, parameters)];
    return issue.keys.slice(0, MAX_UNKNOWN).map((name) => unknownParameter(name, knownNames));
  });
  throw AppError.fromFaults(faults);
}

/** Returns the values of a query parameter that is a list: `status=a,b`, or the parameter several times. */
export function listedValues(value: unknown, max: number): string[] {
  return [value].flat().flatMap((text) => String(text).split(',', max + 1));
}

/** Returns the fault of a parameter of a query, with its name as the client has written it. */
function queryFault(issue: z.core.$ZodIssue, query: Record<string, unknown>): Fault {
  const [first = '', entry] = issue.path;
  const name = typeof entry === 'string' ? `${String(first)}[${entry}]` : String(first);
  const plainValue = query[String(first)];
  const value =
    entry === undefined ? plainValue : (plainValue as Record<PropertyKey, unknown>)[entry];
  const pointer = jsonPointer(name);
  if (Array.isArray(value) && issue.code === 'invalid_type') {
    const message = `Expected the query parameter ${name} once but received it ${value.length} times.`;
    return fault('invalid_request', message, { pointer });
  }
  const what = name === 'limit' ? 'a whole number from 1 to 100' : whatOf(issue);
  const message = expected(what, `the query parameter ${name}`, value);
  return fault('invalid_request', message, { pointer });
}

function unknownParameter(name: string, knownNames: readonly string[]): Fault {
  const shortName = name.slice(0, 100).toWellFormed();
  const message = `Expected only known query parameters but received ${JSON.stringify(shortName)}.`;
  const hint = `Known query parameters: ${knownNames.join(', ')}.`;
  return fault('invalid_request', message, { pointer: jsonPointer(shortName), hint });
}

/** Returns a page of a list, and the cursor of the next page; null on the last page. */
export async function readPage<T extends Position>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  list: (page: PageRequest) => Promise<readonly T[]>,
): Promise<{ page: T[]; next_cursor: string | null }> {
  // The row after the page shows whether there is another page.
  const items = await list({ limit: limit + 1, cursor: readCursor(cursor) });
  const page = items.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: items.length > limit && last ? writeCursor(last) : null };
}

/** Returns the page of a list that a query requests. */
export function pageOf({ limit, cursor }: z.output<typeof pageQuery>): PageRequest {
  return { limit, cursor: readCursor(cursor) };
}

/** Returns the cursor of the page after a row. Clients must not read it. */
export function writeCursor({ createdAtMs, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAtMs, id])).toString('base64url');
}

/**
 * Returns the position that a cursor has; undefined for the first page. Throws `invalid_request`.
 */
function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const parsed = shape.safeParse(parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return { createdAtMs: parsed.data[0], id: parsed.data[1] };
  throw new AppError('invalid_request', 'Expected a cursor from a next_cursor for /cursor.', {
    pointer: '/cursor',
    hint: 'Omit it for the first page.',
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
