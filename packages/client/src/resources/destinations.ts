import type { Api, CallOptions } from '../api.ts';
import type { DestinationTest } from '../types.ts';
import { type Resource, resourceOf } from './resource.ts';

const PATH = '/v2/destinations';

/** Storage for finished videos, with its credentials. */
export type Destinations = Resource<typeof PATH, 'destination'> & {
  /** Writes, reads and deletes a small file. */
  test(id: string, options?: CallOptions): Promise<DestinationTest>;
};

/** Returns the calls for destinations. */
export function destinationsOf(api: Api): Destinations {
  return {
    ...resourceOf(api, PATH, 'destination'),
    test: async (id, options) => (await api.post(`${PATH}/{id}/test`, id, options)).test,
  };
}
