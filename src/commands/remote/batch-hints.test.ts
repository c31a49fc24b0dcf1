import { expect, test } from 'vitest';
import { commandHint } from './batch-hints.ts';

test.each([
  [
    'Did you mean "t_01"? Or ignore it: "columns": { "First \\"name\\"": null }.',
    'Did you mean "t_01"? Or ignore it: --column "First \\"name\\"=".',
  ],
  ['Check "t_9" in "columns".', 'Check "t_9" in --column.'],
  ['Ignore one of the two with "columns".', 'Ignore one of the two with --column NAME=.'],
  [
    'Add a column "t_01", an entry to the mapping of the batch, or "missing": "example".',
    'Add a column "t_01", or an entry or { "missing": "example" } in the file of --mapping.',
  ],
  [
    'GET /v2/template_style_versions/:id/specs has all names. Or ignore it: "columns": { "x": null }.',
    '`framepress types tsv_…` writes all names. Or ignore it: --column "x=".',
  ],
  ['Rename or remove one of the two.', 'Rename or remove one of the two.'],
])('a hint for the fields of a request names the options of the command: %s', (hint, named) => {
  expect(commandHint(hint)).toBe(named);
});
