import { expect, test } from 'vitest';
import { dispatch } from './dispatch.ts';

test('work that cannot be handed on is refused, but not what goes on or has ended nevertheless', async () => {
  const start = () => Promise.reject(new Error('the queue is gone'));
  const refused = dispatch(start, async () => true);
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  await dispatch(start, async () => false);
});
