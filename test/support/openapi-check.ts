import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = Record<string, unknown>;
type Answers = Record<string, { content?: Record<string, { schema: Schema }> }>;
type OpenApi = {
  paths: Record<string, Record<string, { responses: Answers }>>;
  components: { schemas: Record<string, Schema> };
};

/** A response. `body` is undefined if there was none or if it was not read. */
export type SeenAnswer = {
  method: string;
  /** With or without the origin and the query. */
  url: string;
  status: number;
  contentType: string | undefined;
  body: string | undefined;
};

const PROBLEM = 'application/problem+json';
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
/** Validators by schema text: every service of a test run has the same document. */
const validators = new Map<string, ValidateFunction>();

/** Throws if a response does not match the OpenAPI document, with the route and the reason. */
export function checkAnswer(document: unknown, answer: SeenAnswer): void {
  const path = answer.url.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
  const reason = mismatch(document as OpenApi, answer, path);
  if (reason === undefined) return;
  const reported = `${answer.method} ${path} answered ${answer.status}, but ${reason}.`;
  throw new Error(`${reported}\n${answer.body?.slice(0, 2000) ?? ''}`);
}

function mismatch(
  { paths, components }: OpenApi,
  { method, status, contentType, body }: SeenAnswer,
  path: string,
): string | undefined {
  if (method === 'OPTIONS') return undefined;
  // A path without parameters comes before one with them.
  const routes = Object.keys(paths).filter((pattern) => fits(path, pattern));
  const route = routes.find((pattern) => pattern === path) ?? routes[0];
  const isHead = method === 'HEAD';
  const operation = paths[route ?? '']?.[isHead ? 'get' : method.toLowerCase()];
  const known = operation
    ? operation.responses[status]
    : { content: { [PROBLEM]: { schema: components.schemas['Problem'] ?? {} } } };
  if (!known) return 'the document has no such status for it';
  if (isHead || body === undefined) return undefined;
  if (!known.content) return body === '' ? undefined : 'the document has no body for it';
  const type = contentType?.split(';')[0]?.trim() ?? '';
  const { schema } = known.content[type] ?? {};
  if (!schema) return `the document has no ${type || 'body without a type'} for it`;
  if (!type.endsWith('json')) return undefined;
  const validate = validatorOf(schema, components.schemas);
  return validate(JSON.parse(body)) ? undefined : ajv.errorsText(validate.errors);
}

function fits(path: string, pattern: string): boolean {
  if (pattern.endsWith('/{key}')) return path.startsWith(pattern.slice(0, -'{key}'.length));
  const [parts, wanted] = [path.split('/'), pattern.split('/')];
  return (
    parts.length === wanted.length &&
    wanted.every((part, i) => (part.startsWith('{') ? parts[i] !== '' : part === parts[i]))
  );
}

function validatorOf(schema: Schema, shared: Record<string, Schema>): ValidateFunction {
  const { $ref } = schema;
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
  const text = JSON.stringify(closed(name === undefined ? schema : (shared[name] ?? {})));
  const known = validators.get(text);
  if (known) return known;
  const made = ajv.compile(JSON.parse(text) as Schema);
  validators.set(text, made);
  return made;
}

/** Forbids fields that the document does not name, although clients must ignore them. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const inner = Object.fromEntries(Object.entries(value).map(([key, v]) => [key, closed(v)]));
  const isOpen = 'properties' in inner && !('additionalProperties' in inner);
  return isOpen && inner['type'] === 'object' ? { ...inner, additionalProperties: false } : inner;
}
