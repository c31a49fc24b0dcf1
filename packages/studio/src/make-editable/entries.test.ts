import { expect, test } from 'vitest';
import type { DraftContent, TemplateDraft } from './draft.ts';
import {
  settingsOf,
  twinsOf,
  type Work,
  withChoice,
  withField,
  withMove,
  withPlaceBefore,
  withSame,
  withSection,
  withSectionName,
  withSeparate,
  workOf,
} from './entries.ts';
import { textOfWork, workOfText } from './kept-work.ts';

const content = (
  type: DraftContent['type'],
  path: string,
  more: Partial<DraftContent> = {},
): DraftContent => ({
  id: `${type}:${path}`,
  type,
  path,
  name: path.split(' > ').at(-1) ?? '',
  targets: [path],
  sample: path,
  start: 0,
  end: 2,
  share: 0.1,
  editable: null,
  left_out_code: null,
  has_file: true,
  file_name: null,
  places: [],
  font: null,
  suggested: {},
  ...more,
});

const draft: TemplateDraft = {
  template_style_version_id: 'tsv_1',
  template_id: 'tpl_1',
  width: 100,
  height: 100,
  fps: 25,
  duration: 8,
  is_proposal: true,
  settings: {
    version: 1,
    name: 'Sale',
    editables: {
      price: { type: 'text', label: 'Price', targets: ['Price'] },
      title: { type: 'text', label: 'Title', targets: ['Title', 'Shadow'], box: false },
      t_01: { label: 'Named by its layer' },
    },
  },
  contents: [
    content('text', 'Price', { start: 4, end: 8, editable: 'price' }),
    content('text', 'Title', { editable: 'title' }),
    content('text', 'Shadow', { editable: 'title' }),
    content('text', 't_01', { start: 4.5, end: 8, editable: 't_01' }),
    content('image', 'Café 1.png', { start: 4.2, end: 8, left_out_code: 'small' }),
    content('text', 'Footer', { suggested: { box: { width: 80, height: 20 } } }),
    content('color', 'Wall', { share: 0.3, sample: '112233' }),
    content('color', 'Sky', { share: 0.6, sample: '445566' }),
    content('number', 'Angle', { start: 0, end: 0 }),
  ],
  fonts: [],
  stillcuts: {},
};

const work = () => workOf(draft, (index) => `Scene ${index + 1}`);
const idsOf = ({ entries }: Work, sectionId: string) =>
  entries.filter((entry) => entry.sectionId === sectionId).map(({ id }) => id);

test('sections are the scenes in order, then colors by their share, and controls', () => {
  const first = work();
  expect(first.sections.map(({ id, name }) => `${id} ${name}`)).toEqual([
    'scene:0 Scene 1',
    'scene:1 Scene 2',
    'colors ',
    'controls ',
  ]);
  expect(idsOf(first, 'scene:0')).toEqual(['text:Title', 'text:Footer']);
  expect(idsOf(first, 'scene:1')).toEqual(['text:Price', 'image:Café 1.png', 'text:t_01']);
  expect(idsOf(first, 'colors')).toEqual(['color:Sky', 'color:Wall']);
});

test('the settings of unchanged work are those of the draft, in the order of the list', () => {
  const settings = settingsOf(work(), draft.settings);
  expect(settings).toEqual({
    ...draft.settings,
    editables: {
      title: { ...draft.settings.editables?.['title'], group: 'Scene 1' },
      price: { ...draft.settings.editables?.['price'], group: 'Scene 2' },
      // Its layer's name makes it editable, so there are no targets.
      t_01: { label: 'Named by its layer', group: 'Scene 2' },
    },
  });
  expect(Object.keys(settings.editables ?? {})).toEqual(['title', 'price', 't_01']);
});

test('a chosen content gets a name, its label and its targets; what is not chosen is left out', () => {
  let changed = withChoice(work(), 'image:Café 1.png', true);
  changed = withChoice(changed, 'text:Footer', true);
  changed = withChoice(changed, 'text:Price', false);
  // The names of its layers make it editable.
  changed = withChoice(changed, 'text:t_01', false);
  const { editables = {} } = settingsOf(changed, draft.settings);
  expect(Object.keys(editables)).toEqual(['title', 'footer', 'cafe_1', 't_01']);
  expect(editables['cafe_1']).toMatchObject({
    type: 'image',
    label: 'Café 1',
    targets: ['Café 1.png'],
  });
  expect(editables['footer']).toMatchObject({ box: { width: 80, height: 20 } });
});

test('names are unique, and begin with a letter', () => {
  let changed = withField(work(), 'text:Footer', 'label', 'Price');
  changed = withChoice(changed, 'text:Footer', true);
  changed = withField(changed, 'color:Sky', 'label', '2024');
  changed = withChoice(changed, 'color:Sky', true);
  const nameOf = (id: string) => changed.entries.find((entry) => entry.id === id)?.name;
  expect(nameOf('text:Footer')).toBe('price_2');
  expect(nameOf('color:Sky')).toBe('color_2024');
});

test('fields are set and removed', () => {
  const limited = withField(work(), 'text:Title', 'max_length', 20);
  const fieldsOf = (changedWork: Work) =>
    settingsOf(changedWork, draft.settings).editables?.['title'];
  expect(fieldsOf(limited)).toMatchObject({ max_length: 20 });
  expect(fieldsOf(withField(limited, 'text:Title', 'max_length', undefined))).not.toHaveProperty(
    'max_length',
  );
});

test('two texts become one field, and separate again', () => {
  expect(twinsOf(work(), 'text:Footer').map(({ id }) => id)).toEqual(['text:Title', 'text:Price']);
  expect(twinsOf(work(), 'text:t_01')).toEqual([]);
  const joined = withSame(work(), 'text:Price', 'text:Footer');
  expect(joined.entries.some(({ id }) => id === 'text:Price')).toBe(false);
  // The joined field was chosen, so both are.
  expect(settingsOf(joined, draft.settings).editables?.['footer']).toMatchObject({
    targets: ['Footer', 'Price'],
    box: { width: 80, height: 20 },
  });
  const separate = withSeparate(joined, 'text:Footer', 'text:Price');
  const { editables = {} } = settingsOf(separate, draft.settings);
  expect(editables['footer']?.targets).toEqual(['Footer']);
  expect(editables['price']?.targets).toEqual(['Price']);
});

test('the first of several layers can be separated: the field stays', () => {
  const separate = withSeparate(work(), 'text:Title', 'text:Title');
  const { editables = {} } = settingsOf(separate, draft.settings);
  expect(editables['title']?.targets).toEqual(['Shadow']);
  expect(editables['title_2']?.targets).toEqual(['Title']);
});

test('an entry moves within its section, before another one, and to another scene', () => {
  const down = withMove(work(), 'text:Title', 1);
  expect(idsOf(down, 'scene:0')).toEqual(['text:Footer', 'text:Title']);
  expect(withMove(down, 'text:Title', 1)).toBe(down);
  const workBefore = withPlaceBefore(work(), 'text:Footer', 'text:t_01');
  expect(idsOf(workBefore, 'scene:1')).toEqual([
    'text:Price',
    'image:Café 1.png',
    'text:Footer',
    'text:t_01',
  ]);
  const movedWork = withSection(work(), 'text:Title', 'scene:1');
  expect(idsOf(movedWork, 'scene:1').at(-1)).toBe('text:Title');
});

test('groups that a person has made are the scenes, with their order', () => {
  const renamed = withSectionName(work(), 'scene:1', 'The offer');
  const settings = settingsOf(withMove(renamed, 'text:Price', 2), draft.settings);
  const secondWork = workOf({ ...draft, is_proposal: false, settings }, String);
  expect(secondWork.sections.slice(0, 2).map(({ name }) => name)).toEqual(['Scene 1', 'The offer']);
  const offer = secondWork.entries.filter(({ sectionId }) => sectionId === 'group:The offer');
  expect(offer.map(({ name }) => name)).toEqual(['t_01', 'price']);
});

test('kept work comes back, with files; what it does not know is as the draft begins', () => {
  let changed = withSame(work(), 'text:Price', 'text:Footer');
  changed = withField(changed, 'text:Title', 'label', 'Headline');
  const files = [{ path: 'images/a.png', uploadId: 'upl_1', fileName: 'a.png' }];
  const text = textOfWork({ work: changed, files });
  expect(workOfText(text, work(), draft)).toEqual({ work: changed, files });
  const longer = { ...draft, contents: [...draft.contents, content('text', 'New', { start: 4 })] };
  const secondWork = workOfText(text, workOf(longer, String), longer);
  expect(secondWork?.work.entries.map(({ id }) => id)).toContain('text:New');
});

test('kept work of another animation, or damaged text, is none', () => {
  const text = textOfWork({ work: work(), files: [] });
  const other = { ...draft, contents: draft.contents.slice(1) };
  expect(workOfText(text, workOf(other, String), other)).toBeUndefined();
  for (const damaged of ['', '{}', '[]', '{"entries":[{}],"sections":[],"files":[]}'])
    expect(workOfText(damaged, work(), draft)).toBeUndefined();
});
