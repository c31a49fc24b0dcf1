import { FramepressError, NetworkError } from '@framepress/client';
import { expect, test } from 'vitest';
import { TitleSave } from './title-save.ts';

function world(failures: Error[] = []) {
  const sent: string[] = [];
  const states: unknown[] = [];
  const save = new TitleSave({
    send: async (title) => {
      const failure = failures.shift();
      if (failure) throw failure;
      sent.push(title);
    },
    onState: (error) => states.push(error),
  });
  return { save, sent, states };
}

test('the newest title is saved, one request after the other', async () => {
  const { save, sent, states } = world();
  save.rename('First');
  save.rename('Second');
  expect(save.unsaved).toBe('Second');
  await save.flush();
  expect(sent.at(-1)).toBe('Second');
  expect([save.unsaved, states]).toEqual([undefined, [undefined]]);
});

test('without a connection the title is kept, and sent when the service is back', async () => {
  const { save, sent } = world([new NetworkError('offline')]);
  save.rename('Kept');
  await save.flush();
  expect([save.unsaved, sent]).toEqual(['Kept', []]);
  save.retry();
  await save.flush();
  expect([save.unsaved, sent]).toEqual([undefined, ['Kept']]);
  save.dispose();
});

test('a title that the service refuses is reported and dropped', async () => {
  const refusal = new FramepressError('Too long', { status: 422 });
  const { save, states } = world([refusal]);
  save.rename('Refused');
  await save.flush();
  expect([save.unsaved, states]).toEqual([undefined, [refusal]]);
});
