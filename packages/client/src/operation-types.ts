import type { paths } from './generated/api.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

type At<All, M extends Method, P> = P extends keyof All
  ? M extends keyof All[P]
    ? NonNullable<All[P][M]>
    : never
  : never;

type PathIn<All, M extends Method> = {
  [P in keyof All & string]: [At<All, M, P>] extends [never] ? never : P;
}[keyof All & string];

/** The paths that have an operation of this method. */
export type PathOf<M extends Method> = PathIn<paths, M>;

type Operation<M extends Method, P extends PathOf<M>> = At<paths, M, P>;

type Json<Body> = Body extends { content: { 'application/json': infer Value } } ? Value : never;

/** The JSON body of a successful response. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer Responses }
    ? Json<Responses[keyof Responses & (200 | 201)]>
    : never;

/** The JSON body of a request. */
export type Body<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { requestBody?: infer Request } ? Json<NonNullable<Request>> : never;

/** The parameters of the query. */
export type Query<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { parameters: infer Parameters }
    ? 'query' extends keyof Parameters
      ? NonNullable<Parameters['query']>
      : never
    : never;
