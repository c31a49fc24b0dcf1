import { expect, test } from 'vitest';
import { EditorApi } from './editor-api.ts';

test.each([
  ['that has ended is sent once', ['old', 'old'], ['Bearer old'], ['old']],
  ['that the page has replaced is sent again', ['old', 'new'], ['Bearer old', 'Bearer new'], []],
])('an upload with a token %s', async (_, tokens, sentTokens, endedTokens) => {
  const [first = '', second = ''] = tokens;
  const sent: unknown[] = [];
  const ended: string[] = [];
  const api = new EditorApi({
    server: 'http://service.example',
    token: () => (sent.length === 0 ? first : second),
    onTokenEnded: (token) => ended.push(token),
    fetch: async (_url, { headers } = {}) => {
      sent.push(new Headers(headers).get('authorization'));
      const isNew = sent.at(-1) === 'Bearer new';
      return Response.json(isNew ? { upload: { id: 'up_1' } } : {}, { status: isNew ? 201 : 401 });
    },
  });
  const outcome = api.upload(new Blob(['x'])).then(
    ({ id }) => id,
    ({ status }) => status,
  );
  expect(await outcome).toBe(first === second ? 401 : 'up_1');
  expect([sent, ended]).toEqual([sentTokens, endedTokens]);
});
