import { expect, test } from 'vitest';
import { stepsBeyondLinear } from './linear-work.ts';

/** One document for each kind of growth. linear.long.test.ts has all documents, four times as large. */
const DOCUMENTS = [
  ...['a chain of moving parents', 'keyframes of one layer', 'editables of one image'],
  ...['targets of template.json', 'letters, of many texts', 'expressions into one group'],
  ...['mattes, each of the one above', 'precomps that double'],
  ...['groups in one another, with many fills', 'changes of a precomp that is everywhere'],
];

test.each(DOCUMENTS)('%s takes linear work', async (name) => {
  expect(await stepsBeyondLinear(name, 150)).toEqual([]);
});
