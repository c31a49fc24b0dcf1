import type { Schema } from '../../http/index.ts';

/** The parts of an OpenAPI document that the reference shows. */
export type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type Media = { schema?: Schema; example?: unknown };
export type Body = { content?: Record<string, Media> };
export type Response = Body & { $ref?: string; description?: string; headers?: Schema };
export type Operation = {
  operationId?: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: unknown[];
  parameters: Parameter[];
  requestBody?: Body;
  responses: Record<string, Response>;
};
export type OpenApi = {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
  };
};

export type PlacedOperation = { method: string; path: string; operation: Operation };

/** Returns the operations of a tag, in the order of the document. */
export function operationsOf({ paths }: OpenApi, tag: string): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Returns the parameters of an operation; shared ones are read from the components. */
export function resolveParameters({ components }: OpenApi, operation: Operation): Parameter[] {
  return operation.parameters.map(({ $ref, ...fields }) =>
    $ref === undefined ? fields : (components.parameters[componentName($ref)] ?? fields),
  );
}

/** Returns the last part of a reference: the name of its component. */
export function componentName(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Returns the text of an anchor: letters, digits, `-`. */
export function anchorOf(kind: string, name: string): string {
  return `${kind}-${name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}`;
}
