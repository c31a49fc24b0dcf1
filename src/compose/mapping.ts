import { z } from 'zod';
import { type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Editable, Editables } from '../template/index.ts';
import { nearest } from './nearest.ts';

const MAPPING_LIMITS = { textCharacters: 10_000, urlCharacters: 8_192 } as const;

const text = z.strictObject({
  source: z.strictObject({ text: z.string() }),
  transform: z
    .strictObject({
      fit: z.enum(['shrink', 'none']).optional(),
      min_font_size: z.number().positive().max(10_000).optional(),
      max_lines: z.int().min(1).max(1000).optional(),
      align: z.enum(['left', 'center', 'right']).optional(),
      color: z.string().optional(),
    })
    .optional(),
});

const color = z.strictObject({
  source: z.union([z.strictObject({ color: z.string() }), z.strictObject({ text: z.string() })]),
  transform: z.strictObject({}).optional(),
});

const image = z.strictObject({
  source: z.strictObject({ remote_url: z.string() }),
  transform: z
    .strictObject({
      crop_strategy: z.literal('cover').optional(),
      focal_x: z.number().min(0).max(1).optional(),
      focal_y: z.number().min(0).max(1).optional(),
    })
    .optional(),
});

export type TextEntry = z.infer<typeof text>;
export type ColorEntry = z.infer<typeof color>;
export type ImageEntry = z.infer<typeof image>;
export type ResourceEntry = TextEntry | ColorEntry | ImageEntry;

/** What fills a template: entries by editable name; `missing: "example"` leaves the rest as designed. */
export type Mapping = { resources: Record<string, unknown>; missing?: 'example' | undefined };

/** A mapping that `checkMapping` found no fault in. */
export type CheckedMapping = {
  resources: Record<string, ResourceEntry>;
  missing?: 'example' | undefined;
};

/**
 * Every fault of a mapping against a template's editables, with pointers relative to the mapping.
 * An empty answer means that the mapping is a CheckedMapping.
 */
export function checkMapping(editables: Editables, mapping: Mapping): Fault[] {
  const faults: Fault[] = [];
  const names = Object.keys(editables);
  for (const [name, entry] of Object.entries(mapping.resources)) {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    const pointer = jsonPointer('resources', name);
    if (editable) {
      faults.push(...checkEntry(name, editable, entry, pointer));
      continue;
    }
    const close = nearest(name, names);
    faults.push(
      fault(
        'editable_unknown',
        `Expected the name of an editable of this template but received ${JSON.stringify(name.slice(0, 100))}.`,
        {
          pointer,
          editable: name.slice(0, 100),
          hint:
            close === undefined
              ? `The template has ${names.join(', ') || 'no editables'}.`
              : `Did you mean ${JSON.stringify(close)}?`,
        },
      ),
    );
  }
  if (mapping.missing === 'example') return faults;
  for (const [name, editable] of Object.entries(editables)) {
    if (!editable.required || Object.hasOwn(mapping.resources, name)) continue;
    faults.push(
      fault(
        'editable_missing',
        `Expected an entry for the ${editable.input_type} editable ${JSON.stringify(name)} but received none.`,
        {
          pointer: '/resources',
          editable: name,
          hint: `Add ${JSON.stringify(EXAMPLES[editable.input_type])}, or say "missing": "example" to keep the template's own content.`,
        },
      ),
    );
  }
  return faults;
}

const EXAMPLES = {
  text: { source: { text: '…' } },
  color: { source: { color: '0a7b83' } },
  image: { source: { remote_url: 'https://…' }, transform: { crop_strategy: 'cover' } },
} as const;

function checkEntry(name: string, editable: Editable, entry: unknown, pointer: string): Fault[] {
  const schema = { text, color, image }[editable.input_type];
  const wrong = wrongType(editable, entry);
  if (wrong !== undefined) {
    return [
      fault(
        'editable_wrong_type',
        `Expected ${article(editable.input_type)} ${editable.input_type} for the editable ${JSON.stringify(name)} but received ${wrong}.`,
        {
          pointer: `${pointer}/source`,
          editable: name,
          hint: `Send ${JSON.stringify(EXAMPLES[editable.input_type])}.`,
        },
      ),
    ];
  }
  const parsed = schema.safeParse(entry);
  if (!parsed.success) return parsed.error.issues.map((issue) => entryFault(name, issue, pointer));
  if (editable.input_type === 'text')
    return checkText(name, editable, parsed.data as TextEntry, pointer);
  if (editable.input_type === 'color')
    return checkColor(name, colorOf(parsed.data as ColorEntry), `${pointer}/source`);
  return checkUrl(
    name,
    (parsed.data as ImageEntry).source.remote_url,
    `${pointer}/source/remote_url`,
  );
}

function article(type: string): string {
  return type === 'image' ? 'an' : 'a';
}

/** What kind of content an entry brings, when that is plainly another than the editable takes. */
function wrongType(editable: Editable, entry: unknown): string | undefined {
  const source = (entry as { source?: unknown } | null)?.source;
  if (typeof source !== 'object' || source === null) return undefined;
  const takes = { text: ['text'], color: ['color', 'text'], image: ['remote_url', 'upload_id'] }[
    editable.input_type
  ];
  const brings = ['text', 'color', 'remote_url', 'upload_id', 'font_name'].filter(
    (key) => key in source,
  );
  if (brings.length === 0 || brings.some((key) => takes.includes(key))) return undefined;
  return `a source with ${brings.map((key) => JSON.stringify(key)).join(' and ')}`;
}

/** Fields of the contract that this version does not serve yet are refused, never ignored. */
const NOT_YET = new Set([
  'upload_id',
  'background',
  'crop_x',
  'crop_y',
  'crop_width',
  'crop_height',
]);

function entryFault(name: string, issue: z.core.$ZodIssue, pointer: string): Fault {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const path = [...(issue.path as (string | number)[]), ...keys.slice(0, 1)];
  const at = pointer + jsonPointer(...path);
  const last = path.at(-1);
  const unsupported = keys.some((key) => NOT_YET.has(key)) || last === 'crop_strategy';
  return fault(
    unsupported ? 'option_not_supported' : 'invalid_request',
    `${JSON.stringify(name)}: ${issue.message}.`,
    {
      pointer: at,
      editable: name,
      ...(last === 'crop_strategy' && { hint: 'Use "cover".' }),
    },
  );
}

function checkText(name: string, editable: Editable, entry: TextEntry, pointer: string): Fault[] {
  const value = entry.source.text;
  const at = `${pointer}/source/text`;
  const most = Math.min(
    editable.max_length ?? MAPPING_LIMITS.textCharacters,
    MAPPING_LIMITS.textCharacters,
  );
  const faults: Fault[] = [];
  const invalid = (message: string, hint: string) =>
    faults.push(fault('text_invalid', message, { pointer: at, editable: name, hint }));
  // Counted in UTF-16 units first: a megabyte need not be walked to be refused.
  const length = value.length > most * 2 ? value.length : [...value].length;
  if (length > most) {
    invalid(
      `Expected at most ${most} characters for the text ${JSON.stringify(name)} but received ${length}.`,
      'Shorten the text.',
    );
  } else if (!value.isWellFormed()) {
    const index = [...value].findIndex((c) => !c.isWellFormed());
    invalid(
      `Expected well-formed Unicode for the text ${JSON.stringify(name)} but received a lone surrogate at character ${index}.`,
      'Do not cut a string inside of an emoji.',
    );
  } else {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    const control = /[\u0000-\u0008\u000e-\u001f\u007f]/.exec(value);
    if (control) {
      const code = control[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
      invalid(
        `Expected printable characters for the text ${JSON.stringify(name)} but received U+${code} at ${control.index}.`,
        'Use \\n for a line break and leave out other control characters.',
      );
    }
  }
  if (entry.transform?.color !== undefined) {
    faults.push(...checkColor(name, entry.transform.color, `${pointer}/transform/color`));
  }
  return faults;
}

export function colorOf(entry: ColorEntry): string {
  return 'color' in entry.source ? entry.source.color : entry.source.text;
}

const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

function checkColor(name: string, value: string, pointer: string): Fault[] {
  if (HEX.test(value)) return [];
  return [
    fault(
      'color_invalid',
      `Expected a hex color for ${JSON.stringify(name)} but received ${JSON.stringify(value.slice(0, 40).toWellFormed())}.`,
      {
        pointer,
        editable: name,
        hint: 'Use 3, 6 or 8 hex digits, with or without #, such as 0a7b83.',
      },
    ),
  ];
}

function checkUrl(name: string, value: string, pointer: string): Fault[] {
  const url = value.length <= MAPPING_LIMITS.urlCharacters ? URL.parse(value) : null;
  if (
    url &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.username === '' &&
    url.password === ''
  )
    return [];
  return [
    fault(
      'url_invalid',
      `Expected an http or https address for ${JSON.stringify(name)} but received ${JSON.stringify(value.slice(0, 60).toWellFormed())}.`,
      {
        pointer,
        editable: name,
        hint: 'Give an absolute URL without user name and password.',
      },
    ),
  ];
}
