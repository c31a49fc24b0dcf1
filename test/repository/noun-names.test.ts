import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { nounNames } from '../../scripts/noun-names.ts';

test.each([
  ['const found = 1;', ['found']],
  ['for (const [first, ...rest] of []) first();', ['rest']],
  ['const f = ({ known, list: [own] }) => 1;', ['known', 'own']],
  ['function shown(before) {}', ['shown', 'before']],
  ['import { all } from "a"; const foundEditables = { found: 1, known() {} }; all.done = 1;', []],
])('a declared name is a noun, or has one: %s', (code, names) => {
  const plugins = { names: { rules: { nouns: nounNames } } };
  const messages = new Linter().verify(code, { plugins, rules: { 'names/nouns': 'error' } });
  expect(messages.map(({ message }) => /"(.+?)"/.exec(message)?.[1])).toEqual(names);
});
