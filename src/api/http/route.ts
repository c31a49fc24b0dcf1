import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, assert } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';
import type { RequiredScope } from './scope.ts';

/**
 * What a route says of itself. The request is guarded and read by it, and the OpenAPI document is
 * made of it, so that neither can drift from the other.
 */
export type RouteDoc = {
  summary: string;
  /** The scope that a token needs; none for a route that is open. A path's `:id` is the target. */
  requiredScope?: Omit<RequiredScope, 'target'>;
  /**
   * An edit token may use the route: where the path names its session, or its template version, or
   * where it names neither (`any`). Without this an edit token is refused.
   */
  edit?: 'session' | 'version' | 'any';
  body?: z.ZodType;
  /** The most of a body; 64 KB by itself. */
  bodyBytes?: number;
  /** The body may be a form as well as JSON. */
  form?: true;
  multipart?: z.ZodType;
  query?: z.ZodType;
  /** Takes an `Idempotency-Key`. */
  once?: true;
  response?: { status: number; schema?: z.ZodType };
  /** Answers with bytes of these types. */
  bytes?: readonly string[];
  /** Statuses of further answers that are no problems: without a body, or with a JSON body. */
  also?: Readonly<Record<number, z.ZodType | 'empty' | 'bytes'>>;
  /** Statuses of problems beside those that follow from the rest (`problemStatuses`). */
  problems?: readonly number[];
  /** The body of every problem, in JSON, where it is not problem+json. */
  failure?: z.ZodType;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    doc?: RouteDoc;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** SHA-256 of the JSON body as it came. */
    bodyDigest: string;
  }
}

/** For a body with a mapping. */
export const MAX_MAPPING_BYTES = 1024 * 1024;

/** A request whose path names one resource. */
export type ById = FastifyRequest<{ Params: { id: string } }>;

/** Who sent a request to a route that needs a token. */
export function callerOf(request: FastifyRequest): Caller {
  assert(request.caller, 'the route has no need');
  return request.caller;
}

/** Throws `unsupported_media_type` for a body that the route does not read. */
export function checkContentType(request: FastifyRequest, doc: RouteDoc): void {
  const { headers, method } = request;
  const empty = headers['transfer-encoding'] === undefined && !Number(headers['content-length']);
  if (empty || method === 'GET' || method === 'HEAD') return;
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

export function contentTypes(doc: RouteDoc): string[] {
  if (doc.multipart) return ['multipart/form-data'];
  return ['application/json', ...(doc.form ? ['application/x-www-form-urlencoded'] : [])];
}
