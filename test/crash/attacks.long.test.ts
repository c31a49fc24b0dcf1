import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTACKS, startAttacked } from '../support/attacks.ts';
import { removeFolder } from '../support/folder.ts';

/** A number of requests, refused or not, that leaves a client most of its 600 a minute. */
const few = expect.toSatisfy((used: number) => used < 100);

test.each<[keyof typeof ATTACKS, unknown]>([
  ['JSON that costs a parser much', expect.not.objectContaining({ 500: expect.anything() })],
  ['a thousand unknown columns in each row', { 422: 6 }],
  ['unread answers', { account: 200 }],
  [
    'uploads beyond the quota, and some that are cut off',
    { account: 200, uploads: expect.not.objectContaining({ 500: expect.anything() }), left: 0 },
  ],
  // A window of a minute ends within a minute.
  [
    'a clock that steps back an hour',
    {
      status: 429,
      retryAfter: expect.toSatisfy((seconds: number) => seconds <= 60),
      hasEvent: true,
    },
  ],
  ['agents that wait', { refused: 0, used: few }],
  ['editors with all of their requests', { editors: { 200: 6 * 590 }, own: { 200: 100 } }],
  ['ambiguous headers', { 400: 500 }],
])('%s leave the service to others', async (name, outcome) => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-attacks-'));
  try {
    await using attacked = await startAttacked(join(folder, 'data'));
    expect(await ATTACKS[name]?.(attacked)).toEqual(outcome);
    // The service answers, and is the same process.
    expect(await attacked.send('GET', '/healthz')).toMatchObject({ status: 200 });
    expect(attacked.service.log()).not.toMatch(/"level":(50|60)/);
  } finally {
    await removeFolder(folder);
  }
});
