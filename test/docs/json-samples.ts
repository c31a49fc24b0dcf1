import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Block } from './pages.ts';

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; items?: Schema };
type Content = { $ref?: string; content?: Record<string, { schema: Schema }> };
type Operation = { requestBody?: Content; responses: Record<string, Content> };
export type OpenApi = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> };
};

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

/** The words behind `json` in the fence of a block. */
export type Kind =
  /**
   * `POST /v2/x` is its request body, `POST /v2/x request list.0` a part of it, and
   * `POST /v2/x 201 key.0` a part of its answer.
   */
  | { is: 'api'; method: string; path: string; status: string | undefined; part: string[] }
  /** `Problem` is a schema of the OpenAPI document. */
  | { is: 'component'; name: string }
  /** `template.json` of the bundled template birthday. */
  | { is: 'template' };

/** Undefined where the words behind `json` are not known. */
export function kindOf({ info }: Block): Kind | undefined {
  const words = info.split(' ').slice(1);
  const [first = '', path, status, part] = words;
  if (words.length === 1 && first === 'template.json') return { is: 'template' };
  if (words.length === 1 && /^[A-Z]\w+$/.test(first)) return { is: 'component', name: first };
  if (path === undefined || !/^(?:GET|POST|PUT|PATCH)$/.test(first)) return undefined;
  return { is: 'api', method: first, path, status, part: part?.split('.') ?? [] };
}

/** Why a block is not an example of the schema that its fence names; undefined where it is. */
export function mismatch(document: OpenApi, block: Block, kind: Kind): string | undefined {
  if (kind.is === 'template') return undefined;
  const schema =
    kind.is === 'component' ? document.components.schemas[kind.name] : schemaOf(document, kind);
  if (!schema) return `the OpenAPI document has no schema for "${block.info}"`;
  const whole = { ...schema, components: document.components };
  const validate = ajv.compile(whole as AnySchema);
  return validate(JSON.parse(block.code)) ? undefined : ajv.errorsText(validate.errors);
}

function schemaOf(
  { paths, components }: OpenApi,
  { method, path, status, part }: Extract<Kind, { is: 'api' }>,
): Schema | undefined {
  const operation = paths[path]?.[method.toLowerCase()];
  const isRequest = status === undefined || status === 'request';
  const body = isRequest ? operation?.requestBody : operation?.responses[status];
  const named = body?.$ref === undefined ? body : components.responses[nameOf(body.$ref)];
  let schema = Object.values(named?.content ?? {})[0]?.schema;
  for (const name of part) {
    const ref = schema?.['$ref'];
    if (typeof ref === 'string') schema = components.schemas[nameOf(ref)];
    schema = /^\d+$/.test(name) ? schema?.items : schema?.properties?.[name];
  }
  return schema;
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
