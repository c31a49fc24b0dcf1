import { AppError, expected } from '../../base/index.ts';
import { importTemplate, readPackageFile } from '../../import/index.ts';
import {
  type DescribedEditable,
  describeEditable,
  mappingSchema,
  mappingTypes,
} from '../../mapping/index.ts';
import type { Editable } from '../../template/index.ts';
import { writeOut } from '../out-file.ts';
import { print } from '../output.ts';
import { withRemote } from './remote-client.ts';

type Options = { name?: string; out?: string; json?: boolean };

/** A template that types are made for. `versionId` is unknown for a file. */
type Typed = {
  name: string;
  versionId: string | undefined;
  schema: Record<string, unknown>;
  editables: Readonly<Record<string, Described>>;
};
type Described = DescribedEditable & Pick<Editable, 'label' | 'example_text' | 'example_value'>;

/** Writes the TypeScript type of a template's mapping, of a package or of a version of a service. */
export async function typesCommand(source: string, options: Options): Promise<void> {
  if (options.name !== undefined && !/^[A-Z]\w{0,99}$/.test(options.name)) {
    const what = 'letters and digits that begin with a capital letter';
    throw new AppError('invalid_request', expected(what, '--name', options.name));
  }
  const template = await (/^tsv_\w+$/.test(source) ? fetchVersion(source) : readPackage(source));
  const { versionId, schema, editables } = template;
  const name = options.name ?? typeName(template.name);
  const from = versionId === undefined ? '' : `, version ${versionId}`;
  const types = mappingTypes({
    name,
    schema,
    title: `A mapping of the template ${JSON.stringify(template.name)}${from}.`,
    describe: (editable) =>
      Object.hasOwn(editables, editable) ? commentOf(editables[editable]) : undefined,
  });
  const text = `// Written by \`framepress types\`. Run it again when the template changes.\n\n${types}`;
  if (options.out === undefined) {
    if (options.json) print(true, { name, types: text }, () => []);
    else process.stdout.write(text);
    return;
  }
  await writeOut(options.out, text);
  print(options.json, { name, path: options.out }, () => [`${options.out}: type ${name}`]);
}

/** Reads a package of this machine. Its type allows any version id. */
async function readPackage(path: string): Promise<Typed> {
  const { name, editables, fontNames } = await importTemplate(await readPackageFile(path));
  const schema = mappingSchema({ editables, fonts: fontNames }, '');
  const properties = schema['properties'] as Record<string, unknown>;
  const anyVersion = { ...properties, template_style_version_id: { type: 'string' } };
  return { name, versionId: undefined, schema: { ...schema, properties: anyVersion }, editables };
}

/** Reads a version of the service. */
async function fetchVersion(id: string): Promise<Typed> {
  return withRemote(async (framepress) => {
    const [{ name, editables }, schema] = await Promise.all([
      framepress.versions.get(id),
      framepress.versions.schema(id),
    ]);
    return { name, versionId: id, schema: schema as Typed['schema'], editables };
  });
}

/** Returns `BirthdayCardMapping` for "birthday card". */
function typeName(templateName: string): string {
  const words = templateName.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return `${/^[A-Z]/.test(name) ? name.slice(0, 60) : 'Template'}Mapping`;
}

/** Returns the comment of an editable in the written type. */
function commentOf(editable: Described | undefined): string | undefined {
  if (!editable) return undefined;
  const { label, example_text: text, example_value: example = text } = editable;
  return [
    label,
    describeEditable(editable),
    ...(example === undefined ? [] : [`example: ${JSON.stringify(example)}`]),
  ].join('; ');
}
