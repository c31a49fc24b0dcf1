import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';

/** More entries than any list of the API allows; more keys than a template has editables. */
const MAX_LIST_ENTRIES = 1000;
const MAX_KEYS = 10_000;
/** Deeper than any request of the API, and safe for code that reads the value by recursion. */
const MAX_LEVELS = 32;

/**
 * Makes the application read JSON bodies only. An empty body counts as no body, because generated
 * clients send `Content-Type: application/json` with every request.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const read = async (request: FastifyRequest, bytes: Buffer) => {
    request.bodyDigest = sha256(bytes);
    return bytes.byteLength === 0 ? undefined : parseJson(bytes);
  };
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, read);
}

/**
 * Throws `malformed_body` for bytes that are not JSON in UTF-8, for deep nesting and for
 * `__proto__`.
 */
function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8';
    throw malformed(`The body is not valid JSON: ${reason.slice(0, 200).toWellFormed()}.`, cause);
  }
  requireShape(value);
  return value;
}

/**
 * Throws `malformed_body` for JSON with deep nesting or `__proto__`, and `payload_too_large` for JSON
 * with too many entries. Call it before a schema reads the value.
 */
export function requireShape(value: unknown): void {
  const open: { value: unknown; level: number }[] = [{ value, level: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.level >= MAX_LEVELS) {
      throw malformed(`Expected at most ${MAX_LEVELS} levels of JSON in the body but it has more.`);
    }
    if (Object.hasOwn(next.value, '__proto__')) {
      throw malformed('The JSON body contains the key "__proto__", which is not allowed.');
    }
    const values = Object.values(next.value);
    checkCount(next.value, values.length);
    for (const inner of values) open.push({ value: inner, level: next.level + 1 });
  }
}

/** Limits the count before a schema validates each entry. */
function checkCount(value: object, count: number): void {
  const [max, what] = Array.isArray(value)
    ? [MAX_LIST_ENTRIES, 'entries in a list']
    : [MAX_KEYS, 'fields in an object'];
  if (count <= max) return;
  const message = `Expected at most ${max} ${what} in the body but received ${count}.`;
  throw new AppError('payload_too_large', message);
}

function malformed(message: string, cause?: unknown): AppError {
  return new AppError('malformed_body', message, {}, { cause });
}
