import type { TemplateStyleVersion } from '@framepress/client';
import { expect, test } from 'vitest';
import { titleFor } from './video-title.ts';

const editable = (input_type: string, start: number) => ({ input_type, start });
const version = {
  name: 'Birthday',
  editables: {
    message: editable('text', 4),
    name: editable('text', 1),
    back: editable('color', 0),
  },
} as unknown as TemplateStyleVersion;
const titleWith = (resources: object, title = 'Birthday') =>
  titleFor(title, { version, mapping: { resources } });
const text = (value: string) => ({ source: { text: value } });

test('the first text is before the name of the template', () => {
  expect(titleWith({ message: text('All the best'), name: text(' Valentina! ') })).toBe(
    'Valentina – Birthday',
  );
  expect(titleWith({ message: text('All the\nbest'), name: text(' ') })).toBe(
    'All the best – Birthday',
  );
  const long = 'Happy birthday, dearest colleague of all the colleagues';
  expect(titleWith({ name: text(long) })).toBe('Happy birthday, dearest colleague of… – Birthday');
  expect(titleWith({ name: text('名'.repeat(80)) })).toBe(`${'名'.repeat(40)}… – Birthday`);
});

test('a title of a person stays, also without texts', () => {
  expect(titleWith({ name: text('Ana') }, 'For Ana')).toBe('For Ana');
  expect(titleWith({ back: { source: { color: '#fff' } } })).toBe('Birthday');
});
