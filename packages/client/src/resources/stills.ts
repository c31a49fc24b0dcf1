import type { Api, CallOptions } from '../api.ts';
import type { Body } from '../operation-types.ts';

/** Single frames. */
export type Stills = {
  /** Draws one frame of the video. `type` of the Blob is the type of the image. */
  create(body: Body<'post', '/v2/stills'>, options?: CallOptions): Promise<Blob>;
};

/** Returns the calls for stills. */
export function stillsOf(api: Api): Stills {
  return {
    create: async (body, options) =>
      (await api.open('post', '/v2/stills', { ...options, body })).blob(),
  };
}
