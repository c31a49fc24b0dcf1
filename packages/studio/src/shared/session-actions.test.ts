import { expect, test } from 'vitest';
import { type Action, forEachId, isPermitted, permittedIds } from './session-actions.ts';

const ACTIONS: Action[] = ['cancel', 'retry', 'delete', 'final', 'edit'];

test.each([
  ['draft', ['delete', 'edit']],
  ['preview_rendering', ['cancel']],
  ['preview_rendered', ['delete', 'final']],
  ['final_rendering', ['cancel']],
  ['final_rendered', ['delete']],
  ['failed', ['retry', 'delete']],
  ['canceled', ['delete']],
])('a session that is %s permits %j', (status, actions) => {
  expect(ACTIONS.filter((action) => isPermitted(action, { status }))).toEqual(actions);
});

test('open deliveries of a rendered session can be canceled', () => {
  const session = (status: string) => ({
    status: 'final_rendered',
    external_uploads: [{ status }],
  });
  expect(isPermitted('cancel', session('retrying'))).toBe(true);
  expect(isPermitted('cancel', session('complete'))).toBe(false);
});

test('only selected sessions that permit an action are meant', () => {
  const list = ['failed', 'draft', 'failed'].map((status, index) => ({ id: `${index}`, status }));
  expect(permittedIds('retry', list, new Set(['0', '1']))).toEqual(['0']);
});

test('the work goes on after a failure, and its first error is returned', async () => {
  const counts: number[] = [];
  const result = await forEachId(
    ['a', 'b', 'c'],
    async (id) => {
      if (id === 'b') throw new Error('no b');
    },
    { atOnce: 2, onProgress: (count) => counts.push(count) },
  );
  expect([...result.done].sort()).toEqual(['a', 'c']);
  expect(result).toMatchObject({ failed: ['b'], error: new Error('no b') });
  expect(counts).toEqual([1, 2, 3]);
  const stopped = AbortSignal.abort();
  const none = await forEachId(['a'], async () => undefined, { atOnce: 1, signal: stopped });
  expect(none.done).toEqual([]);
});
