import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;
type Header = { schema?: Schema };
type Answered = {
  $ref?: string;
  headers?: Record<string, Header & { $ref?: string }>;
  content?: Record<string, { schema: Schema }>;
};
type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, Answered> }>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answered>;
    headers: Record<string, Header>;
  };
};

/** A response. `body` is undefined if there was none or if it was not read. */
export type SeenAnswer = {
  method: string;
  /** With or without the origin and the query. */
  url: string;
  status: number;
  /** By name, in lower case. */
  headers: Record<string, string>;
  body: string | undefined;
};

const PROBLEM = 'application/problem+json';
/** Headers of the document that are missing where they do not apply. All others must be there. */
const OPTIONAL_HEADERS = ['idempotent-replayed', 'preference-applied', 'etag'];
/** Rejections before a token is known have no rate. */
const RATE_HEADER = /^ratelimit-/;
const BEFORE_THE_RATE = [400, 401, 403, 404, 413, 415, 500, 503];

type Validators = { ajv: Ajv2020; compiled: Map<string, ValidateFunction> };
/** By the text of all components: every service of a test run has the same document. */
const byText = new Map<string, Validators>();
const byDocument = new WeakMap<object, Validators>();

/** Throws if a response does not match the OpenAPI document, with the route and the reason. */
export function checkAnswer(document: unknown, answer: SeenAnswer): void {
  const path = answer.url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const reason = mismatch(document as OpenApi, answer, path);
  if (reason === undefined) return;
  const reported = `${answer.method} ${path} answered ${answer.status}, but ${reason}.`;
  throw new Error(`${reported}\n${answer.body?.slice(0, 2000) ?? ''}`);
}

function mismatch(document: OpenApi, answer: SeenAnswer, path: string): string | undefined {
  const { method, status, headers, body } = answer;
  if (method === 'OPTIONS') return undefined;
  const { components } = document;
  const isHead = method === 'HEAD';
  const operation = operationOf(document, isHead ? 'get' : method.toLowerCase(), path);
  const problem: Answered = {
    content: { [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const found = operation ? operation.responses[status] : problem;
  if (!found) return 'the document has no such status for it';
  const described = found.$ref ? components.responses[nameOf(found.$ref)] : found;
  if (!described) return `the document has no ${found.$ref}`;
  const wrong = headerMismatch(document, described, answer);
  if (wrong !== undefined) return wrong;
  if (isHead || body === undefined) return undefined;
  if (!described.content) return body === '' ? undefined : 'the document has no body for it';
  const type = headers['content-type']?.split(';')[0]?.trim() ?? '';
  const { schema } = described.content[type] ?? {};
  if (!schema) return `the document has no ${type || 'body without a type'} for it`;
  if (!type.endsWith('json')) return undefined;
  const validate = validatorOf(schema, document);
  if (validate(JSON.parse(body))) return undefined;
  return new Ajv2020().errorsText(validate.errors);
}

/** Returns the operation of a request. A path without parameters comes before one with them. */
function operationOf({ paths }: OpenApi, method: string, path: string) {
  const routes = Object.keys(paths).filter((pattern) => fits(path, pattern));
  const route = routes.find((pattern) => pattern === path) ?? routes[0];
  return paths[route ?? '']?.[method];
}

function headerMismatch(
  document: OpenApi,
  { headers: described = {} }: Answered,
  { headers, status, body }: SeenAnswer,
): string | undefined {
  for (const [name, { $ref, ...own }] of Object.entries(described)) {
    const key = name.toLowerCase();
    const value = headers[key];
    const mayBeMissing =
      OPTIONAL_HEADERS.includes(key) ||
      (RATE_HEADER.test(key) && BEFORE_THE_RATE.includes(status)) ||
      // Waiting does not help.
      (key === 'retry-after' && body?.includes('"retryable":false') === true);
    if (value === undefined && mayBeMissing) continue;
    if (value === undefined) return `it has no header ${name}`;
    const header = $ref ? document.components.headers[nameOf($ref)] : own;
    const isNumber = header?.schema?.['type'] === 'integer';
    if (isNumber && !/^\d+$/.test(value)) return `the header ${name} is ${JSON.stringify(value)}`;
  }
  return undefined;
}

function fits(path: string, pattern: string): boolean {
  if (pattern.endsWith('/{key}')) return path.startsWith(pattern.slice(0, -'{key}'.length));
  const [parts, wanted] = [path.split('/'), pattern.split('/')];
  return (
    parts.length === wanted.length &&
    wanted.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
  );
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Returns the validator of a schema of a document. It forbids fields without a description. */
export function validatorOf(schema: unknown, document: object): ValidateFunction {
  const { ajv, compiled } = byDocument.get(document) ?? validatorsOf(document as OpenApi);
  const text = JSON.stringify(schema);
  const made = compiled.get(text) ?? ajv.compile(inDocument(closed(schema)) as Schema);
  compiled.set(text, made);
  return made;
}

function validatorsOf(document: OpenApi): Validators {
  const { schemas } = document.components;
  const text = JSON.stringify(schemas);
  let made = byText.get(text);
  if (!made) {
    const ajv = new Ajv2020({ allErrors: true, strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ components: { schemas: closed(schemas) } }, 'openapi:document');
    made = { ajv, compiled: new Map() };
    byText.set(text, made);
  }
  byDocument.set(document, made);
  return made;
}

/** Makes references absolute, for a schema outside the document. */
function inDocument(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(inDocument);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' ? `openapi:document${inner}` : inDocument(inner),
    ]),
  );
}

/** Forbids fields that the document does not name, although clients must ignore them. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const inner = Object.fromEntries(Object.entries(value).map(([key, v]) => [key, closed(v)]));
  const isOpen = 'properties' in inner && !('additionalProperties' in inner);
  return isOpen && inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner;
}
