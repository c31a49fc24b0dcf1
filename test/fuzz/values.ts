import type { Random } from './random.ts';

export type Schema = { [key: string]: unknown };
export type Context = {
  random: Random;
  /** Schemas by name. */
  shared: Readonly<Record<string, Schema>>;
  /** Texts that mean something to the service, such as ids. */
  words: readonly string[];
  /** Valid values by the name of a field. */
  examples: Readonly<Record<string, readonly unknown[]>>;
};

const MAX_DEPTH = 6;

const TEXTS = [
  ...['', ' ', 'Ada', 'Grüße, Zoë 👩‍👩‍👧', 'a\nb', 'x'.repeat(300), '0', 'null', '#a03060', '-1'],
  ...['http://127.0.0.1:1/logo.png', 'https://user:pass@x.test/', 'ftp://x', '../../etc/passwd'],
  ...['2026-11-20T09:30:00.000Z', '2026-13-45', 's3://bucket/key', 'en', 'application/json'],
  ...['constructor', '__proto__', 'toString', '%00', "' or 1=1 --", '=cmd()', 'a,b;c'],
];

/** Values that programs often do not expect. Functions, so that large values are made when used. */
const HOSTILE: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => [],
  () => ({}),
  () => 0,
  () => -1,
  () => 1.5,
  () => 1e308,
  () => -(2 ** 53),
  () => 2 ** 63,
  () => '\ud83d',
  () => 'a\u0000b',
  () => '\u202e\u200f',
  () => 'é'.repeat(5000),
  () => 'x'.repeat(60_000),
  (random) => nested(random.pick([5, 31, 33, 200])),
  (random) => Array.from({ length: random.pick([3, 101, 1001]) }, () => random.pick(TEXTS)),
  (random) => Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, random.below(9)])),
  () => ({ constructor: { prototype: 1 }, toString: 1, hasOwnProperty: 1 }),
];

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns a text: a known word, or one of `words`, such as the ids of resources. */
export function text(random: Random, words: readonly string[]): string {
  return random.chance(0.4) && words.length > 0 ? random.pick(words) : random.pick(TEXTS);
}

/** Returns a value that mostly fits a JSON Schema. */
export function sampleOf(schema: Schema, context: Context, depth = 0): unknown {
  const { random, shared, words } = context;
  const inner = (value: unknown) => sampleOf((value ?? {}) as Schema, context, depth + 1);
  const { $ref, const: constant, enum: choices, type } = schema;
  if (typeof $ref === 'string') return inner(shared[$ref.split('/').at(-1) ?? '']);
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return random.pick(choices);
  const alternatives = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (alternatives) return inner(random.pick(alternatives));
  const all = schema['allOf'] as Schema[] | undefined;
  if (all) return inner(all[0]);
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case 'string':
      return text(random, words);
    case 'integer':
      return random.below(200);
    case 'number':
      return random.next() * 10;
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      if (depth > MAX_DEPTH) return [];
      return Array.from({ length: random.below(4) }, () => inner(schema['items']));
    case 'object':
      return depth > MAX_DEPTH ? {} : objectOf(schema, context, inner);
    default:
      return random.pick(HOSTILE)(random);
  }
}

function objectOf(
  schema: Schema,
  { random, words, examples }: Context,
  inner: (schema: unknown) => unknown,
): unknown {
  const { properties = {}, required = [], additionalProperties } = schema;
  const known = Object.entries(properties as Record<string, unknown>).filter(
    ([name]) => (required as string[]).includes(name) || random.chance(0.4),
  );
  const extra =
    typeof additionalProperties === 'object'
      ? Array.from({ length: random.below(3) }, (): [string, unknown] => [
          text(random, words),
          additionalProperties,
        ])
      : [];
  return Object.fromEntries(
    [...known, ...extra].map(([name, value]) => {
      const own = Object.hasOwn(examples, name) ? examples[name] : undefined;
      return [name, own && random.chance(0.7) ? random.pick(own) : inner(value)];
    }),
  );
}

/** Writes a value as a field of a form or of a query. */
export function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

/** Replaces, removes or adds a value at a random place. */
export function mutated(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) {
    return random.pick(HOSTILE)(random);
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return [random.pick(HOSTILE)(random)];
    const at = random.below(value.length);
    return value.map((entry, i) => (i === at ? mutated(entry, random) : entry));
  }
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.1)) {
    return { ...value, [random.pick(TEXTS)]: random.pick(HOSTILE)(random) };
  }
  const at = random.below(entries.length);
  if (random.chance(0.15)) return Object.fromEntries(entries.filter((_, i) => i !== at));
  return Object.fromEntries(
    entries.map(([key, one], i) => [key, i === at ? mutated(one, random) : one]),
  );
}

/** Returns the bytes of a JSON value, sometimes damaged. */
export function jsonBytes(value: unknown, random: Random): Buffer {
  const json = JSON.stringify(value) ?? '';
  const bytes = Buffer.from(json);
  if (random.chance(0.75)) return bytes;
  const cut = random.below(json.length + 1);
  switch (random.below(10)) {
    case 0:
      return Buffer.from(json.slice(0, cut));
    case 1:
      return Buffer.from(json.replace(/"(\w+)":/, '"__proto__":'));
    case 2:
      return Buffer.from(json.replace(/\{"(\w+)":/, '{"$1":1,"$1":'));
    case 3:
      return Buffer.concat([
        bytes.subarray(0, cut),
        Buffer.from([0xc3, 0x28]),
        bytes.subarray(cut),
      ]);
    case 4:
      return Buffer.from(json.replace(/\d+/, '1e999'));
    case 5:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 6:
      return Buffer.from('['.repeat(random.pick([40, 5000])));
    case 7:
      return Buffer.from(`${json},`);
    case 8:
      return random.bytes(random.below(200));
    default:
      return Buffer.from(json.replaceAll('"', random.pick(["'", '\\u0022', '"'])));
  }
}
