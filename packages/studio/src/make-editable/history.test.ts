import { expect, test } from 'vitest';
import { History } from './history.ts';

test('changes are undone and redone; those with the same key in a row are one step', () => {
  const history = new History('');
  for (const text of ['a', 'ab', 'abc']) history.push(text, 'label');
  history.push('moved');
  history.undo();
  expect(history.present).toBe('abc');
  history.undo();
  expect([history.present, history.canUndo]).toEqual(['', false]);
  history.redo();
  history.redo();
  expect([history.present, history.canRedo]).toEqual(['moved', false]);
});

test('a new change replaces what was undone', () => {
  const history = new History(1);
  history.push(2);
  history.undo();
  history.push(3);
  history.redo();
  expect(history.present).toBe(3);
});
