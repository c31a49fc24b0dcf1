/** The results of the cases of `suite.ts`. */
export const RESULTS: Record<string, unknown> = {
  'a session is rendered with progress, and its video is downloaded': {
    status: 'preview_rendered',
    last: 100,
    isSorted: true,
    type: 'ftyp',
  },
  'a creation whose response is lost makes one session': {
    sessions: [true],
    isRepeated: true,
    keys: 1,
  },
  'dropped connections and 503, 429 and 502 are retried': 1,
  'a request fails after the last retry': { status: 503, code: 'http_503', retryable: true },
  'a wait continues when the event stream is cut': { status: 'preview_rendered', isReopened: true },
  'a wait for a canceled session throws with the session': [true, 'canceled'],
  'a Blob is uploaded with progress, read and deleted': {
    type: 'image/png',
    width: 64,
    still: 'image/png',
    isReported: true,
    gone: 'not_found',
  },
  'a list is read page by page': { titles: ['c', 'b', 'a'], two: ['c', 'b'] },
  'errors have all faults': {
    status: 422,
    code: 'invalid_request',
    retryable: false,
    pointers: ['/title'],
    hasRequestId: true,
  },
  'an aborted wait rejects with the reason of the signal': 'enough',
  'any operation can be called': { isSame: true, fonts: ['Poppins-Bold'] },
  'webhook requests are verified': ['webhook_endpoint.test', true, true, true, true, true],
};
