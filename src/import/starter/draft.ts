import { AppError } from '../../base/index.ts';
import { parseLottie } from '../../lottie/index.ts';
import type { ImportedTemplate } from '../../template/index.ts';
import { parseTemplateJson, type TemplateJson } from '../template-json.ts';
import type { TemplatePackage } from '../template-package.ts';
import type { Content } from './content.ts';
import { contentsOf, type ReadContents } from './contents.ts';
import { type ContentPlace, placesOf } from './places.ts';
import { REASONS, type Reason, starterOf } from './starter.ts';

/** A content as a draft describes it. */
export type DraftContent = Omit<Content, 'name' | 'fields' | 'hasFile' | 'fileName' | 'font'> & {
  /** A stable name within the draft. */
  id: string;
  name: string | null;
  left_out: string | null;
  left_out_code: Reason | null;
  has_file: boolean;
  file_name: string | null;
  font: string | null;
  places: ContentPlace[];
  suggested: NonNullable<Content['fields']>;
};

/** What a package can make editable, and settings that do so. */
export type Draft = {
  /** Whether the settings are proposed; false: the package has editables of its own. */
  isProposal: boolean;
  settings: TemplateJson;
  contents: DraftContent[];
  /** Contents that are not listed, because there are too many. */
  moreContents: number;
  template: ImportedTemplate;
};

/** Every answer with the draft has the contents, with their samples and paths. */
const MAX_CONTENTS = 3000;
const MAX_CONTENTS_BYTES = 6 * 1024 * 1024;
const MAX_SAMPLE = 2000;
const MAX_PATH = 2000;

/**
 * Returns settings for template.json that make the contents of a package editable, and all contents. A package
 * that has editables of its own keeps them as they are: only its other contents are listed. If its template.json
 * is wrong, the draft is made without it.
 */
export async function draftOf(source: TemplatePackage): Promise<Draft> {
  try {
    return await draftWith(source);
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'template_json_invalid';
    if (!isWrong || source.templateJson === undefined) throw error;
    return draftWith({ ...source, templateJson: undefined });
  }
}

async function draftWith(source: TemplatePackage): Promise<Draft> {
  const read = contentsOf(source);
  const isProposal = !hasOwnEditables(source, read);
  const { json: settings, left: omitted, template } = await starterOf(source, { read, isProposal });
  const places = placesOf(read.lottie, read.layers);
  const reasons = new Map(omitted.map(({ content, reason }) => [content, reason]));
  const names = namesByTarget(settings);
  const contents: DraftContent[] = [];
  const ids = new Set<string>();
  let bytes = 0;
  for (const content of read.contents) {
    const { name, fields = {}, hasFile, fileName, font, ...common } = content;
    const editable = content.editable ?? nameOf(content, names);
    const reason = reasons.get(content) ?? (content.end === 0 ? 'never_shows' : undefined);
    const leftOut = editable === null ? reason : undefined;
    const described: DraftContent = {
      ...common,
      id: idOf(content, ids),
      name: name?.slice(0, MAX_PATH) ?? null,
      path: content.path.slice(0, MAX_PATH),
      sample: content.sample.slice(0, MAX_SAMPLE).toWellFormed(),
      editable,
      left_out: leftOut === undefined ? null : REASONS[leftOut],
      left_out_code: leftOut ?? null,
      has_file: hasFile,
      file_name: fileName?.slice(0, 300) ?? null,
      font: font?.slice(0, 300) ?? null,
      places: places.get(content) ?? [],
      suggested: fields,
    };
    bytes += JSON.stringify(described).length;
    if (contents.length >= MAX_CONTENTS || bytes > MAX_CONTENTS_BYTES) break;
    contents.push(described);
  }
  const moreContents = read.contents.length - contents.length;
  return { isProposal, settings, contents, moreContents, template };
}

/**
 * Whether the designer has chosen the editables: in template.json, by slots, or by names that only editables
 * have. If no text of several contents has such a name, the names are of another tool.
 */
function hasOwnEditables(source: TemplatePackage, { contents }: ReadContents): boolean {
  const { editables = {} } = parseTemplateJson(source.templateJson);
  if (Object.keys(editables).length > 0) return true;
  const slots = parseLottie(source.animation, source.label).slots ?? {};
  if (contents.some(({ editable }) => editable !== null && Object.hasOwn(slots, editable)))
    return true;
  const named = contents.filter(isNamed);
  const hasTexts = contents.some(({ type, end }) => type === 'text' && end > 0);
  return named.length > 0 && (!hasTexts || named.some(({ type }) => type === 'text'));
}

/** Whether the name of a content is one that only editables have, such as `t_01`. */
function isNamed({ editable, path, name = '', sample, type, hasFile }: Content): boolean {
  if (editable === null) return false;
  // A video without a file becomes an editable by itself.
  if (type === 'video' && !hasFile && !/^video_\d+$/.test(editable)) return false;
  if (editable.includes('USER/') || path.split(' > ').includes(editable)) return true;
  return /^(?:\{\{|[$#])/.test(name || sample);
}

/** The names of the editables by their targets. */
function namesByTarget({ editables = {} }: TemplateJson): Map<string, string> {
  return new Map(
    Object.entries(editables).flatMap(([name, { type, targets = [] }]) =>
      targets.map((target) => [targetKey(type, target), name] as const),
    ),
  );
}

function nameOf({ type, targets }: Content, names: ReadonlyMap<string, string>): string | null {
  for (const target of targets) {
    const name = names.get(targetKey(type, target)) ?? names.get(targetKey(undefined, target));
    if (name !== undefined) return name;
  }
  return null;
}

function targetKey(type: string | undefined, target: string | object): string {
  return JSON.stringify([type, target]);
}

function idOf({ type, path, targets: [first] }: Content, ids: Set<string>): string {
  const place = typeof first === 'object' ? first.asset : path;
  const baseId = `${type}:${place.slice(0, 300).toWellFormed()}`;
  let id = baseId;
  for (let n = 2; ids.has(id); n++) id = `${baseId} (${n})`;
  ids.add(id);
  return id;
}
