import { z } from 'zod';
import {
  AppError,
  expected,
  type Fault,
  fault,
  jsonPointer,
  whatOf,
  withNearestFields,
} from '../base/index.ts';
import { INPUT_TYPES, MAX_CONTROL_VALUE } from '../template/index.ts';
import { captionsJson } from './captions/captions-json.ts';

/** Maximum number of stills of a template. Each can be requested as an image. */
export const MAX_STILLCUTS = 50;

const CODE = 'template_json_invalid';
const FIELDS = 'See docs/templates.md for its fields.';
/** Unknown fields of an object with a fault of their own. */
const MAX_UNKNOWN_FIELDS = 10;

const amount = z.number().min(-MAX_CONTROL_VALUE).max(MAX_CONTROL_VALUE);
const boxSide = z.number().positive().max(100_000);

/** Defaults for a mapping's `transform`. */
const defaultCrop = {
  crop_strategy: z.enum(['cover', 'contain', 'fill', 'smart']).optional(),
  focal_x: z.number().min(0).max(1).optional(),
  focal_y: z.number().min(0).max(1).optional(),
  background: z
    .string()
    .regex(/^#?(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'a color of hex digits')
    .optional(),
};

const editable = z
  .strictObject({
    type: z.enum(INPUT_TYPES).optional(),
    label: z.string().max(200).optional(),
    /** A sentence for the people who fill it. */
    help: z.string().min(1).max(500).optional(),
    /** The heading under which forms list it, such as the name of a scene. */
    group: z.string().min(1).max(100).optional(),
    /**
     * Layer paths (`Layer > Inner layer`, for colors down to the fill or stroke of a shape, for controls
     * down to the effect), ids of assets, or names of fonts.
     */
    targets: z
      .array(
        z.union(
          [z.string(), z.strictObject({ asset: z.string() }), z.strictObject({ font: z.string() })],
          'a layer path, { "asset": "<asset id>" } or { "font": "<font name>" }',
        ),
      )
      .min(1)
      .max(1000)
      .optional(),
    required: z.boolean().optional(),
    max_length: z.int().min(1).max(100_000).optional(),
    multiline: z.boolean().optional(),
    min_font_size: z.number().positive().optional(),
    max_lines: z.int().min(1).max(1000).optional(),
    max_width: z.number().positive().optional(),
    /** `false`: the size does not change, also where the text runs out of the frame. */
    box: z
      .union(
        [z.literal(false), z.strictObject({ width: boxSide, height: boxSide })],
        'a width and a height in pixels, or false,',
      )
      .optional(),
    ...defaultCrop,
    stillcut: z.string().optional(),
    /** Number. */
    min: amount.optional(),
    max: amount.optional(),
    step: z.number().positive().max(MAX_CONTROL_VALUE).optional(),
    /** Menu: the labels of its options; the first sets the value 1. */
    options: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .refine((options) => new Set(options).size === options.length, 'each option once')
      .optional(),
  })
  .refine(({ box, max_width }) => !box || max_width === undefined, 'one of "box" and "max_width"')
  .refine(
    ({ min, max }) => min === undefined || max === undefined || min < max,
    'a "min" below "max"',
  );

const templateJson = z.strictObject({
  version: z.literal(1),
  name: z.string().max(200).optional(),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'a language tag such as en or pt-BR')
    .optional(),
  /** Seconds from the start. */
  stillcuts: z
    .record(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), z.number().min(0))
    .refine(
      (stillcuts) => Object.keys(stillcuts).length <= MAX_STILLCUTS,
      `at most ${MAX_STILLCUTS} stills`,
    )
    .optional(),
  editables: z
    .record(z.string().min(1).max(200), editable)
    .refine(
      (editables) =>
        Object.values(editables).reduce((sum, e) => sum + 1 + (e.targets?.length ?? 0), 0) <= 2000,
      'at most 2000 editables and targets',
    )
    .optional(),
  /** Of a dotLottie with several animations: the one to import. */
  animation: z.string().min(1).max(1000).optional(),
  /** Of a dotLottie: the theme to apply. */
  theme: z.string().min(1).max(1000).optional(),
  /** An audio file of the package that plays from the start to the end. */
  audio: z.string().min(1).max(1000).optional(),
  /** Where and how captions show. */
  captions: captionsJson.optional(),
});

/** `template.json`: the designer's settings for the editables. See docs/templates.md. */
export type TemplateJson = z.infer<typeof templateJson>;
export type EditableJson = z.infer<typeof editable>;

/**
 * Parses and checks template.json; undefined bytes give an empty one. Throws `template_json_invalid` with
 * up to 100 faults, each with the JSON pointer of its place.
 */
export function parseTemplateJson(bytes: Uint8Array | undefined): TemplateJson {
  if (bytes === undefined) return { version: 1 };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AppError(
      'template_json_invalid',
      'Expected JSON for template.json but received text that is not JSON.',
      {},
      { cause },
    );
  }
  const parsed = templateJson.safeParse(value, withNearestFields());
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.flatMap((issue) => issueFaults(issue, value));
  throw AppError.fromFaults(faults.slice(0, 100));
}

/**
 * Converts an issue of zod into faults. An object with several unknown fields gives one fault for each, up
 * to a limit.
 */
function issueFaults(issue: z.core.$ZodIssue, json: unknown): Fault[] {
  const path = issue.path as (string | number)[];
  const place = `template.json${jsonPointer(...path)}`;
  if (issue.code === 'unrecognized_keys') {
    const questions = issue.message.split('\n');
    return issue.keys.slice(0, MAX_UNKNOWN_FIELDS).map((key, at) => {
      const hint = [questions[at] ?? '', FIELDS].filter((text) => text !== '').join(' ');
      const pointer = jsonPointer(...path, key);
      return fault(CODE, expected('only known fields', place, key), { hint, pointer });
    });
  }
  if (issue.code === 'invalid_union' && path[0] === 'captions') {
    // The alternative that has the type of the value says which part of it is wrong.
    const meant = issue.errors.find((branch) => branch.every(isInside));
    const inner = (meant ?? []).map((other) => ({ ...other, path: [...path, ...other.path] }));
    if (inner.length > 0) return inner.flatMap((other) => issueFaults(other, json));
  }
  const valueAtPath = path.reduce((inner, key) => (inner as Record<string, unknown>)?.[key], json);
  const message =
    issue.code === 'invalid_key'
      ? expected(NAMES[String(path[0])] ?? 'another name', place, path.at(-1))
      : expected(whatOf(issue), place, valueAtPath);
  return [fault(CODE, message, { hint: FIELDS, pointer: jsonPointer(...path) })];
}

function isInside({ code, path }: z.core.$ZodIssue): boolean {
  return path.length > 0 || code === 'unrecognized_keys' || code === 'custom';
}

/** The expected names, by the field that has them. */
const NAMES: Readonly<Record<string, string>> = {
  stillcuts: 'a name of at most 64 letters, digits, hyphens and underscores',
  editables: 'a name of 1 to 200 characters',
};
