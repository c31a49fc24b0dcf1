import { expect, test } from 'vitest';
import { isolated, withLabels } from './catalogue.ts';

const editables = { t_01: { label: 'Guest' }, 'say "hi"': { label: 'تحية' } };

test('editables are called by their labels', () => {
  expect(withLabels('The text of "t_01" is larger than its box.', editables)).toBe(
    `The text of “${isolated('Guest')}” is larger than its box.`,
  );
  expect(withLabels('Expected an image for "say \\"hi\\"".', editables)).toBe(
    `Expected an image for “${isolated('تحية')}”.`,
  );
});

test('other quoted texts stay', () => {
  const messages = [
    'The font "Inter" lacks characters.',
    'Expected a hex color for "constructor" but received "red".',
    'An "unclosed quote',
    String.raw`A faulty escape "\x".`,
  ];
  for (const message of messages) expect(withLabels(message, editables)).toBe(message);
});
