import type { Api, CallOptions } from './api.ts';
import type { Body } from './operation-types.ts';

/** Single frames. */
export type Stills = ReturnType<typeof stillsOf>;

export function stillsOf(api: Api) {
  return {
    /** Draws one frame of the video. `type` of the Blob is the type of the image. */
    create: async (body: Body<'post', '/v2/stills'>, options?: CallOptions): Promise<Blob> =>
      (await api.open('post', '/v2/stills', { ...options, body })).blob(),
  };
}
