import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, exceededBound } from '../base/index.ts';
import { sha256 } from '../system/index.ts';

/**
 * Bounds of a body: as many entries as the longest list of the API, that of cues; more keys than a template has
 * editables, more values than a mapping of 3,000 editables with all their options, and deeper than any request.
 */
const BOUNDS = { levels: 32, entries: 5000, keys: 10_000, values: 100_000 };
/** Larger bodies are parsed one by one. */
const LARGE_BYTES = 64 * 1024;

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop in which no other work that waited here runs. Large bodies of many
 * clients that arrive together therefore hold up other requests no longer than one of them does.
 */
export function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => setImmediate());
  return lastTurn;
}

/**
 * Makes the application read JSON bodies only. An empty body counts as no body, because generated
 * clients send `Content-Type: application/json` with every request.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = async (request: FastifyRequest, bytes: Buffer) => {
    const isLarge = bytes.byteLength > LARGE_BYTES;
    if (isLarge) await ownTurn();
    request.bodyDigest = sha256(bytes);
    if (bytes.byteLength === 0) return undefined;
    const value = parseJson(bytes);
    // The search for keys, and the checks of a route, take as long as the parser.
    if (isLarge) await ownTurn();
    refusePrototypes(value);
    if (isLarge) await ownTurn();
    return value;
  };
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parse);
}

/** Throws `malformed_body` for bytes that are not JSON in UTF-8, and for deep nesting. */
function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw malformed('The body is not valid JSON: it is not UTF-8.', cause);
  }
  return parseText(text);
}

/**
 * Parses the JSON of a stranger. Throws `malformed_body` for a text that is not JSON, for deep nesting and for
 * `__proto__`, and `payload_too_large` for too many values, before it builds them.
 */
export function parseBounded(text: string): unknown {
  const value = parseText(text);
  refusePrototypes(value);
  return value;
}

/**
 * Parses JSON. Levels and numbers of values are checked in the text, because parsing it could use
 * too much time and memory.
 */
function parseText(text: string): unknown {
  const exceeded = exceededBound(text, BOUNDS);
  if (exceeded === 'levels')
    throw malformed(
      `Expected at most ${BOUNDS.levels} levels of JSON in the body but it has more.`,
    );
  if (exceeded !== undefined) {
    const message = `Expected at most ${BOUNDS[exceeded]} ${COUNTED[exceeded]} in the body but received more.`;
    throw new AppError('payload_too_large', message);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = (cause as Error).message;
    throw malformed(`The body is not valid JSON: ${reason.slice(0, 200).toWellFormed()}.`, cause);
  }
}

const COUNTED = { entries: 'entries in a list', keys: 'fields in an object', values: 'values' };

/**
 * Throws for the key `__proto__` at any depth: code that copies the object could change prototypes.
 * A list of open values takes the place of recursion, which could overflow.
 */
function refusePrototypes(value: unknown): void {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__'))
      throw malformed('The JSON body contains the key "__proto__", which is not allowed.');
    for (const inner of Object.values(next))
      if (typeof inner === 'object' && inner !== null) open.push(inner);
  }
}

function malformed(message: string, cause?: unknown): AppError {
  return new AppError('malformed_body', message, {}, { cause });
}
