import type { Api, CallOptions, LooseCall } from '../api.ts';
import type { Answer, Body, Method, PathOf } from '../operation-types.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';

type AnswerAt<M extends Method, P> = P extends PathOf<M> ? Answer<M, P> : never;
type BodyAt<M extends Method, P> = P extends PathOf<M> ? Body<M, P> : never;
type Member<Value, Name> = Name extends keyof Value ? Value[Name] : never;
type Item<Value> = Value extends readonly (infer One)[] ? One : never;

/** The collection's name is the last part of its path. */
type LastPart<P extends string> = P extends `/v2/${infer Name}` ? Name : never;

/** The calls that most resources have. `Name` is the key of a resource in responses. */
export type Resource<P extends string, Name extends string, Filter = object> = {
  create(
    body: BodyAt<'post', P>,
    options?: CallOptions,
  ): Promise<Member<AnswerAt<'post', P>, Name>>;
  get(id: string, options?: CallOptions): Promise<Member<AnswerAt<'get', `${P}/{id}`>, Name>>;
  /** The whole list; its pages are requested while it is read. */
  list(
    filter?: PageQuery & Filter,
    options?: ListOptions,
  ): List<Item<Member<AnswerAt<'get', P>, LastPart<P>>>>;
  update(
    id: string,
    body: BodyAt<'patch', `${P}/{id}`>,
    options?: CallOptions,
  ): Promise<Member<AnswerAt<'patch', `${P}/{id}`>, Name>>;
  delete(id: string, options?: CallOptions): Promise<void>;
};

/** Returns the calls of a resource. Not every resource has all of them in the API. */
export function resourceOf<P extends `/v2/${string}`, Name extends string, Filter = object>(
  api: Api,
  path: P,
  name: Name,
): Resource<P, Name, Filter> {
  const call = api.call as LooseCall;
  const callOne = async (method: Method, at: string, options: object) =>
    (await call(method, at, options))[name];
  const calls = {
    create: (body: object, options?: CallOptions) => callOne('post', path, { ...options, body }),
    get: (id: string, options?: CallOptions) => callOne('get', `${path}/{id}`, { ...options, id }),
    list: (filter?: PageQuery, options?: ListOptions) => listAt(api, path, { ...options, filter }),
    update: (id: string, body: object, options?: CallOptions) =>
      callOne('patch', `${path}/{id}`, { ...options, id, body }),
    delete: async (id: string, options?: CallOptions) => {
      await call('delete', `${path}/{id}`, { ...options, id });
    },
  };
  return calls as unknown as Resource<P, Name, Filter>;
}

/**
 * Returns the list at a path. `key` is the name of the items in a page, by default the path's last
 * part.
 */
export function listAt<One>(
  api: Api,
  path: string,
  {
    filter = {},
    key = path.split('/').at(-1) as string,
    ...options
  }: ListOptions & { filter?: PageQuery | undefined; id?: string; key?: string },
): List<One> {
  const { cursor: first, ...filters } = filter;
  return listOf(first, async (cursor) => {
    const page = await (api.call as LooseCall)('get', path, {
      ...options,
      query: { ...filters, cursor },
    });
    return { items: page[key] as One[], nextCursor: page['next_cursor'] as string | null };
  });
}
