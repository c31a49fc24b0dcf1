import { expect, test } from 'vitest';
import type { Editable, Editables } from '../template/index.ts';
import { mappingSchema } from './mapping-schema.ts';
import { mappingTypes } from './mapping-types.ts';
import { parseMapping } from './parse-mapping.ts';

const editable = (input_type: Editable['input_type'], more: Partial<Editable> = {}): Editable => ({
  input_type,
  label: '',
  required: false,
  stillcut: '',
  start: 0,
  end: 1,
  ...more,
});

const EDITABLES: Editables = {
  size: editable('number', { min: 0, max: 100, example_value: 5 }),
  free: editable('number'),
  badge: editable('checkbox'),
  spot: editable('point'),
  look: editable('menu', { options: ['Light', 'Dark'] }),
};
const SPEC = { editables: EDITABLES, fonts: [] };
const parse = (name: string, entry: unknown) =>
  parseMapping(SPEC, { resources: { [name]: entry } });

test.each<[string, object, object]>([
  ['size', { number: 0 }, { kind: 'number', value: 0 }],
  ['free', { number: -999_999.5 }, { kind: 'number', value: -999_999.5 }],
  ['badge', { checkbox: false }, { kind: 'checkbox', isChecked: false }],
  ['spot', { point: { x: 1, y: -2 } }, { kind: 'point', x: 1, y: -2 }],
  ['look', { menu: 'Dark' }, { kind: 'menu', position: 2 }],
  ['look', { menu: 1 }, { kind: 'menu', position: 1 }],
])('%s takes %j', (name, source, value) => {
  const { mapping, faults } = parse(name, { source });
  expect(faults).toEqual([]);
  expect(mapping.entries[name]).toEqual(value);
});

test.each<[string, unknown, string, string]>([
  ['size', { source: { number: 101 } }, 'control_invalid', 'min'],
  ['size', { source: { number: -1 } }, 'control_invalid', 'min'],
  ['size', { source: { number: '5' } }, 'invalid_request', 'without quotes'],
  ['size', { source: { number: null } }, 'invalid_request', 'without quotes'],
  ['free', { source: { number: 1e308 } }, 'invalid_request', 'without quotes'],
  ['free', { source: { number: Number.NaN } }, 'invalid_request', 'without quotes'],
  ['size', '5', 'invalid_request', '{"source":{"number":5}}'],
  ['size', { number: 5 }, 'invalid_request', '{"source":{"number":5}}'],
  ['size', { source: { text: '5' } }, 'editable_wrong_type', '{"source":{"number":50}}'],
  ['badge', { source: { checkbox: 'true' } }, 'invalid_request', 'true or false'],
  ['badge', { source: { checkbox: 1 } }, 'invalid_request', 'true or false'],
  ['badge', false, 'invalid_request', '{"source":{"checkbox":false}}'],
  ['spot', { source: { point: [1, 2] } }, 'invalid_request', 'two numbers'],
  ['spot', { source: { point: { x: 1, y: '2' } } }, 'invalid_request', 'without quotes'],
  ['spot', [1, 2], 'invalid_request', '{"point":{"x":1,"y":2}}'],
  ['look', { source: { menu: 'Drak' } }, 'control_invalid', 'Did you mean "Dark"?'],
  ['look', { source: { menu: 3 } }, 'control_invalid', 'from 1 to 2'],
  ['look', { source: { menu: 1.5 } }, 'invalid_request', 'label'],
  ['look', { source: { menu: '__proto__' } }, 'control_invalid', '"Light", "Dark"'],
  ['look', { source: { menu: 'x'.repeat(1_000_000) } }, 'control_invalid', '"Light", "Dark"'],
])('%s rejects a wrong value', (name, entry, code, hint) => {
  const { mapping, faults } = parse(name, entry);
  expect(mapping.entries).toEqual({});
  expect(faults.map((fault) => fault.code)).toEqual([code]);
  expect(faults[0]?.hint).toContain(hint);
  expect(faults[0]?.message.length).toBeLessThan(300);
});

test('the schema has the limits and options', () => {
  const schema = mappingSchema({ ...SPEC, editables: EDITABLES }, 'tsv_1');
  const { properties } = (schema['properties'] as { resources: { properties: object } }).resources;
  expect(properties).toMatchObject({
    size: {
      properties: { source: { properties: { number: { minimum: 0, maximum: 100 } } } },
      examples: [{ source: { number: 5 } }],
    },
    look: { properties: { source: { properties: { menu: { enum: ['Light', 'Dark', 1, 2] } } } } },
  });
});

test('the type of a menu has its options', () => {
  const schema = mappingSchema({ ...SPEC, editables: EDITABLES }, 'tsv_1');
  const types = mappingTypes({ name: 'Card', schema, describe: () => undefined, title: '' });
  expect(types).toContain('look?: CardMenuEntry & { source: { menu: "Light" | "Dark" | 1 | 2 } };');
  expect(types).toContain('size?: CardNumberEntry;');
});

test('at most ten unknown options of a mapping get the nearest one', () => {
  const options = ['Light', 'Dark'];
  const looks = Array.from({ length: 30 }, (_, i) => `look ${i}`);
  const editables = Object.fromEntries(looks.map((name) => [name, editable('menu', { options })]));
  const entry = { source: { menu: 'Drak' } };
  const resources = Object.fromEntries(looks.map((name) => [name, entry]));
  const { faults } = parseMapping({ editables, fonts: [] }, { resources });
  expect(faults).toHaveLength(30);
  expect(faults.filter(({ hint }) => hint?.startsWith('Did you mean'))).toHaveLength(10);
  expect(faults.at(-1)?.hint).toContain('"Light", "Dark"');
});
