import { FramepressError } from '@framepress/client';
import { expect, test } from 'vitest';
import { faultsByEditable, settingsForStill } from './settings.ts';

test('a frame does not depend on labels, help, groups and what is required', () => {
  const title = { type: 'text', targets: ['Title'], max_lines: 2 };
  const editables = { title: { ...title, label: 'A', help: 'B', group: 'C', required: false } };
  expect(settingsForStill({ version: 1, editables })).toEqual({ version: 1, editables: { title } });
});

test('faults belong to the editables that their pointers name', () => {
  const t = { lang: 'en' };
  const fault = (pointer: string, message: string, hint: string | null) =>
    ({ pointer, message, hint, code: 'template_json_invalid' }) as never;
  const error = new FramepressError('Two faults.', {
    errors: [
      fault('/settings/editables/a~1b/max_lines', 'Too many lines.', 'At most 1000.'),
      fault('/settings/stillcuts', 'Not an editable.', null),
    ],
  });
  expect([...faultsByEditable(error, t)]).toEqual([['a/b', ['Too many lines. At most 1000.']]]);
  expect(faultsByEditable(new Error('Other'), t).size).toBe(0);
});
