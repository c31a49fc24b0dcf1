import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, assert, type RequiredScope } from '../base/index.ts';
import type { Caller } from '../database/index.ts';

/** Headers of requests that the OpenAPI document describes. */
export type RequestHeader =
  | 'IdempotencyKey'
  | 'IfMatch'
  | 'IfNoneMatch'
  | 'LastEventId'
  | 'Prefer'
  | 'Range';

/**
 * The description of a route. The server guards and parses requests with it, and the OpenAPI
 * document is made from it, so that both always agree.
 */
export type RouteDoc = {
  /** The name of the operation in the OpenAPI document and in generated clients, such as `getMapping`. */
  operationId: string;
  summary: string;
  /** Further explanation, in Markdown. */
  description?: string;
  /** The scope that a token needs; undefined for a public route. The path's `:id` is the target. */
  requiredScope?: Omit<RequiredScope, 'target'>;
  /** The token needs the scope `*`, because the route changes who may do what. */
  fullScope?: true;
  /** The token must belong to the account of the operator, because the answer is about all accounts. */
  ofOperator?: true;
  /** The route accepts every valid token, because the requests that it causes are authorized themselves. */
  anyToken?: true;
  /**
   * Allows edit tokens: when the path names the token's session (`session`), its template version
   * (`version`), or neither (`any`). Without this field an edit token is rejected.
   */
  edit?: 'session' | 'version' | 'any';
  body?: z.ZodType;
  /** Maximum size of the body. Default: 64 KB. */
  bodyBytes?: number;
  /** The body may also be a URL-encoded form instead of JSON. */
  form?: true;
  multipart?: z.ZodType;
  /** Content types of a body that is plain text, such as CSV. */
  textTypes?: readonly string[];
  query?: z.ZodType;
  /** The route is served even when the service rejects new work; other POST requests with a token are not. */
  duringOverload?: true;
  /** The route accepts an `Idempotency-Key`. */
  idempotent?: true;
  /** Headers that the route reads, besides `Authorization` and `Idempotency-Key`. */
  headers?: readonly Exclude<RequestHeader, 'IdempotencyKey'>[];
  response?: { status: number; schema?: z.ZodType };
  /** Content types of a binary response. */
  bytes?: readonly string[];
  /** Further statuses of successful responses, with their body: none, bytes or JSON. */
  also?: Readonly<Record<number, z.ZodType | 'empty' | 'bytes'>>;
  /** Error statuses in addition to those that `problemStatuses` derives. */
  problems?: readonly number[];
  /** The JSON body of errors on routes that do not respond with problem+json. */
  failure?: z.ZodType;
  /** Error statuses whose body is either problem+json or this JSON of another protocol. */
  protocolErrors?: { statuses: readonly number[]; schema: z.ZodType };
  /** Examples of JSON bodies. Without them, examples are made from those of the schemas. */
  examples?: { request?: unknown; response?: unknown };
};

declare module 'fastify' {
  interface FastifyContextConfig {
    doc?: RouteDoc;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** Whether the token is still valid. Null without a token. */
    hasValidToken: (() => Promise<boolean>) | null;
    /** SHA-256 of the bytes of the JSON body. */
    bodyDigest: string;
  }
}

export function needsToken({ requiredScope, anyToken }: RouteDoc): boolean {
  return requiredScope !== undefined || anyToken === true;
}

/** A request whose path names one resource. */
export type ById = FastifyRequest<{ Params: { id: string } }>;

/** Returns the caller of a request to a route that needs a token. */
export function callerOf(request: FastifyRequest): Caller {
  assert(request.caller, 'the route has no required scope');
  return request.caller;
}

/** Throws `unsupported_media_type` for a body that the route does not read. */
export function checkContentType(request: FastifyRequest, doc: RouteDoc): void {
  const { headers, method } = request;
  const empty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (empty || method === 'GET' || method === 'HEAD') return;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity')
    throw new AppError(
      'unsupported_media_type',
      `Expected a body without compression but received the encoding ${JSON.stringify(encoding.slice(0, 80))}.`,
      { hint: 'Omit the Content-Encoding header, and send the body as it is.' },
    );
  const accepted = contentTypes(doc);
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (accepted.includes(type)) return;
  const received = type === '' ? 'none' : JSON.stringify(type.slice(0, 80));
  throw new AppError(
    'unsupported_media_type',
    `Expected a body of type ${accepted.join(' or ')} but received ${received}.`,
    { hint: 'Set the Content-Type header.' },
  );
}

/** Returns the content types that a route accepts. */
export function contentTypes(doc: RouteDoc): string[] {
  const multipart = doc.multipart ? ['multipart/form-data'] : [];
  if (doc.multipart && !doc.body) return multipart;
  const form = doc.form ? ['application/x-www-form-urlencoded'] : [];
  return ['application/json', ...form, ...(doc.textTypes ?? []), ...multipart];
}
