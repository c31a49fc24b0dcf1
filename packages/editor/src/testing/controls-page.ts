import type { EditorApi } from '../api/editor-api.ts';
import type { Editable, Entry } from '../api/types.ts';
import '../fields/control-fields.ts';
import type { FieldChange, FieldElement } from '../fields/field-element.ts';
import { translator } from '../strings/index.ts';

const facts = { required: false, stillcut: '', start: 0, end: 1 };
const EDITABLES: Readonly<Record<string, Editable>> = {
  size: {
    input_type: 'number',
    label: 'Size',
    min: 0,
    max: 100,
    step: 5,
    example_value: 50,
    ...facts,
  },
  turn: { input_type: 'number', label: 'Turn', example_value: -12.5, ...facts },
  badge: { input_type: 'checkbox', label: 'Badge', example_value: true, ...facts },
  spot: { input_type: 'point', label: 'Spot', example_value: { x: 10, y: 20 }, ...facts },
  look: {
    input_type: 'menu',
    label: 'Look',
    example_value: 'Dark',
    ...facts,
    options: ['Light', 'Dark', 'Auto'],
  },
};

/** Shows a field for each kind of control. Returns their entries, which change with the fields. */
export function open(): Record<string, Entry> {
  const entries: Record<string, Entry> = {};
  const main = document.createElement('main');
  for (const [name, editable] of Object.entries(EDITABLES)) {
    const field = document.createElement(`framepress-${editable.input_type}-field`) as FieldElement;
    const shared = { t: translator('en'), lang: 'en', direction: 'ltr' as const };
    const context = {
      ...shared,
      api: {} as EditorApi,
      palette: [],
      fontChoices: [],
      packageFonts: [],
    };
    Object.assign(field, { id: name, name, editable, context });
    field.addEventListener('field-change', (event) => {
      const { entry } = (event as CustomEvent<FieldChange>).detail;
      if (entry === undefined) delete entries[name];
      else entries[name] = entry;
      field.entry = entry;
    });
    main.append(field);
  }
  document.body.replaceChildren(main);
  return entries;
}

Object.assign(globalThis, { entries: open() });
