import type { Api, CallOptions } from '../api.ts';
import type { Answer, Body } from '../operation-types.ts';
import type { WebhookDelivery } from '../types.ts';
import type { List, ListOptions, PageQuery } from './pages.ts';
import { listAt, type Resource, resourceOf } from './resource.ts';

const PATH = '/v2/webhook_endpoints';

type WithSecret = Answer<'post', typeof PATH>['webhook_endpoint'];

/** Addresses that receive events. `create` returns the `secret`, which is shown only once. */
export type WebhookEndpoints = Resource<
  typeof PATH,
  'webhook_endpoint',
  { render_session_id?: string | undefined }
> & {
  /** Returns the endpoint with a new secret. */
  rotateSecret(
    id: string,
    body?: Body<'post', '/v2/webhook_endpoints/{id}/rotate_secret'>,
    options?: CallOptions,
  ): Promise<WithSecret>;
  /** Sends a test event at once and returns its delivery. */
  test(id: string, options?: CallOptions): Promise<WebhookDelivery>;
  deliveries(
    id: string,
    filter?: PageQuery & { status?: WebhookDelivery['status'] | undefined },
    options?: ListOptions,
  ): List<WebhookDelivery>;
};

/** Returns the calls for webhook endpoints and their deliveries. */
export function webhookEndpointsOf(api: Api): WebhookEndpoints {
  return {
    ...resourceOf(api, PATH, 'webhook_endpoint'),
    rotateSecret: async (id, body = {}, options) =>
      (await api.post(`${PATH}/{id}/rotate_secret`, id, options, body)).webhook_endpoint,
    test: async (id, options) =>
      (await api.post(`${PATH}/{id}/test`, id, options)).webhook_delivery,
    deliveries: (id, filter, options) =>
      listAt(api, `${PATH}/{id}/deliveries`, { ...options, id, filter, key: 'webhook_deliveries' }),
  };
}
