import type { Api, CallOptions } from './api.ts';
import type { Answer, Body } from './operation-types.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import type { WebhookDelivery, WebhookEndpoint } from './types.ts';

const PATH = '/v2/webhook_endpoints';

/** Addresses that receive events. */
export type WebhookEndpoints = ReturnType<typeof webhookEndpointsOf>;

export function webhookEndpointsOf(api: Api) {
  return {
    /** Creates an endpoint. Its `secret` is returned only here. */
    create: async (
      body: Body<'post', typeof PATH>,
      options?: CallOptions,
    ): Promise<Answer<'post', typeof PATH>['webhook_endpoint']> =>
      (await api.call('post', PATH, { ...options, body })).webhook_endpoint,

    get: async (id: string, options?: CallOptions): Promise<WebhookEndpoint> =>
      (await api.call('get', `${PATH}/{id}`, { ...options, id })).webhook_endpoint,

    list: (
      { cursor, ...filter }: PageQuery & { render_session_id?: string | undefined } = {},
      options?: ListOptions,
    ): List<WebhookEndpoint> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.webhook_endpoints, nextCursor: page.next_cursor };
      }),

    update: async (
      id: string,
      body: Body<'patch', '/v2/webhook_endpoints/{id}'>,
      options?: CallOptions,
    ): Promise<WebhookEndpoint> =>
      (await api.call('patch', `${PATH}/{id}`, { ...options, id, body })).webhook_endpoint,

    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id });
    },

    /** Returns the endpoint with a new secret. */
    rotateSecret: async (
      id: string,
      body: Body<'post', '/v2/webhook_endpoints/{id}/rotate_secret'> = {},
      options?: CallOptions,
    ): Promise<Answer<'post', typeof PATH>['webhook_endpoint']> =>
      (await api.call('post', `${PATH}/{id}/rotate_secret`, { ...options, id, body }))
        .webhook_endpoint,

    /** Sends a test event at once and returns its delivery. */
    test: async (id: string, options?: CallOptions): Promise<WebhookDelivery> =>
      (await api.call('post', `${PATH}/{id}/test`, { ...options, id })).webhook_delivery,

    deliveries: (
      id: string,
      { cursor, ...filter }: PageQuery & { status?: WebhookDelivery['status'] | undefined } = {},
      options?: ListOptions,
    ): List<WebhookDelivery> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', `${PATH}/{id}/deliveries`, { ...options, id, query });
        return { items: page.webhook_deliveries, nextCursor: page.next_cursor };
      }),

    /** Sends the events of a range of time again and returns their number. */
    replay: async (
      id: string,
      body: Body<'post', '/v2/webhook_endpoints/{id}/replay'>,
      options?: CallOptions,
    ): Promise<number> =>
      (await api.call('post', `${PATH}/{id}/replay`, { ...options, id, body })).replayed,

    /** Sends one delivery again. */
    replayDelivery: async (id: string, options?: CallOptions): Promise<WebhookDelivery> =>
      (await api.call('post', '/v2/webhook_deliveries/{id}/replay', { ...options, id }))
        .webhook_delivery,
  };
}
