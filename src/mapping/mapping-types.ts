import { assert } from '../base/index.ts';

type Schema = { readonly [keyword: string]: unknown };

export type MappingTypesOptions = {
  /** The name of the type. */
  name: string;
  /** The JSON Schema that `mappingSchema` returns. */
  schema: Schema;
  /** Returns the description of an editable. */
  describe: (name: string) => string | undefined;
  /** The comment of the type. */
  title: string;
};

const GROUPS = ['resources', 'audio_tracks', 'font_changes'] as const;
/** Characters that end or hide a part of a line: controls, line separators, and bidi controls. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;
const MAX_COMMENT_CHARACTERS = 300;
/** Members that TypeScript finds in every object: properties of these names cannot be optional. */
const INHERITED = new Set([
  ...['constructor', 'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty'],
  ...['isPrototypeOf', 'propertyIsEnumerable'],
]);

/**
 * Returns a TypeScript module whose type accepts the mappings of one template version, and no others.
 * The names and texts of the template cannot end a string or a comment.
 */
export function mappingTypes({ name, schema, describe, title }: MappingTypesOptions): string {
  const properties = record(schema['properties']);
  const names = Object.keys(record(record(properties['resources'])['properties']));
  const inherited = names.filter((editableName) => INHERITED.has(editableName));
  const required = new Set([...requiredNames(schema['else']), ...inherited]);
  const withoutExample = new Set([...requiredNames(schema['then']), ...inherited]);
  const definitions = record(schema['$defs']);
  const usedNames = new Set<string>();

  const typeOf = (form: unknown, indent: string): string => {
    if (form === false) return 'never';
    const { $ref, const: constant, enum: values, anyOf, type, items } = record(form);
    if (typeof $ref === 'string') {
      const kind = $ref.replace('#/$defs/', '');
      assert(Object.hasOwn(definitions, kind), 'a reference names a definition');
      usedNames.add(kind);
      const { menu } = record(record(record(record(form)['properties'])['source'])['properties']);
      const menuType = menu === undefined ? '' : ` & { source: { menu: ${typeOf(menu, indent)} } }`;
      return `${definitionName(name, kind)}${menuType}`;
    }
    if (constant !== undefined) return literal(constant);
    if (Array.isArray(values)) return values.map(literal).join(' | ');
    if (Array.isArray(anyOf)) return anyOf.map((branch) => typeOf(branch, indent)).join(' | ');
    if (type === 'object') return objectOf(record(form), indent);
    if (type === 'array') return `(${typeOf(items, indent)})[]`;
    return SIMPLE.get(type) ?? 'unknown';
  };

  const objectOf = (form: Schema, indent: string): string => {
    const members = Object.entries(record(form['properties']));
    if (members.length === 0) return 'Record<string, never>';
    // Exactly one property is a union of objects, each of which excludes the other properties.
    const isOneOf = form['maxProperties'] === 1;
    const requiredKeys = new Set(form['required'] as string[] | undefined);
    const lines = (chosen?: string) =>
      members.map(([key, value]) => {
        if (isOneOf && key !== chosen) return `${propertyName(key)}?: never`;
        const mark = requiredKeys.has(key) || key === chosen ? '' : '?';
        return `${propertyName(key)}${mark}: ${typeOf(value, `${indent}  `)}`;
      });
    if (isOneOf) return members.map(([key]) => `{ ${lines(key).join('; ')} }`).join(' | ');
    return `{\n${lines()
      .map((line) => `${indent}  ${line};\n`)
      .join('')}${indent}}`;
  };

  const groupOf = (group: string): string => {
    const entries = Object.entries(record(record(properties[group])['properties']));
    if (entries.length === 0) return 'Record<string, never>';
    const lines = entries.map(([key, value]) => {
      // A font may have the name of an editable.
      const text = group === 'font_changes' ? undefined : describe(key);
      const mark = group === 'resources' && required.has(key) ? '' : '?';
      const note = text === undefined ? '' : `  ${docComment(text)}\n`;
      return `${note}  ${propertyName(key)}${mark}: ${typeOf(value, '  ')};\n`;
    });
    return `{\n${lines.join('')}}`;
  };

  const groups = GROUPS.map((group) => [group, groupOf(group)] as const);
  const version = typeOf(properties['template_style_version_id'], '  ');
  const resources = `${name}Resources`;
  const captions = typeOf(properties['captions'], '  ');
  const more = `  audio_tracks?: ${name}AudioTracks;\n  font_changes?: ${name}FontChanges;\n  captions?: ${captions};\n`;
  const withExamples = [...withoutExample].map(literal).join(' | ') || 'never';
  const parts = [
    ...groups.map(([group, type]) => `type ${name}${pascal(group)} = ${type};`),
    `/** Without "missing", all required editables. */\ntype ${name}Complete = {\n  template_style_version_id: ${version};\n  resources: ${resources};\n${more}  missing?: never;\n};`,
    `/** The sample content of the template replaces missing editables. */\ntype ${name}WithExamples = {\n  template_style_version_id: ${version};\n  resources: Partial<${resources}> & Pick<${resources}, ${withExamples}>;\n${more}  missing: 'example';\n};`,
    `${docComment(title)}\nexport type ${name} = ${name}Complete | ${name}WithExamples;`,
  ];
  const forms: string[] = [];
  // A definition may use another one, which is then added to the set.
  for (const kind of usedNames) {
    forms.push(`type ${definitionName(name, kind)} = ${typeOf(definitions[kind], '')};`);
  }
  return `${[...forms, ...parts].join('\n\n')}\n`;
}

const SIMPLE = new Map<unknown, string>([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
]);

function requiredNames(branch: unknown): readonly string[] {
  const { resources } = record(record(branch)['properties']);
  return (record(resources)['required'] as string[] | undefined) ?? [];
}

function definitionName(name: string, kind: string): string {
  return `${name}${pascal(kind.replaceAll(/\W/g, '_'))}Entry`;
}

function pascal(text: string): string {
  return text.replaceAll(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase());
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** Returns a literal of TypeScript. Characters that a reader cannot see are escaped. */
function literal(value: unknown): string {
  const text = JSON.stringify(value) ?? 'never';
  return text.replaceAll(HIDDEN, (hidden) =>
    [...Array(hidden.length).keys()]
      .map((at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Names and texts come from templates: the comment must stay one line, and must not end early. */
function docComment(text: string): string {
  const line = text.toWellFormed().replaceAll(HIDDEN, ' ').slice(0, MAX_COMMENT_CHARACTERS);
  return `/** ${line.toWellFormed().replaceAll('*/', '*\\/')} */`;
}

function record(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}
