import { exactFps, frameCount } from '../../lottie/index.ts';
import type { ImportedTemplate } from '../../template/index.ts';
import { importTemplate } from '../import.ts';
import { type EditableJson, parseTemplateJson, type TemplateJson } from '../template-json.ts';
import type { TemplatePackage } from '../template-package.ts';
import type { Content } from './content.ts';
import { contentsOf, type ReadContents, smallest } from './contents.ts';

/** Why a content is not made editable, by its code. */
export const REASONS = {
  small: 'it is small',
  decoration: 'its name is that of a decoration',
  background: 'it is the background of all frames',
  never_shows: 'it never shows',
  moment: 'it shows for a moment only',
  covers_little: 'it covers little',
  no_letters: 'the text has no letter or digit',
  no_room: 'template.json has no room for more',
  name_too_long: 'its name is too long',
} as const;
export type Reason = keyof typeof REASONS;

/** A starter template.json, and the contents that it does not make editable, with the reason. */
export type Starter = {
  json: TemplateJson;
  left: { content: Content; reason: Reason }[];
  /** Labels that several layers would have. Their editables have a text or a number in addition. */
  equalLabels: string[];
  /** The package with this template.json. */
  template: ImportedTemplate;
};

export type StarterOptions = {
  /** The contents, if they are known. */
  read?: ReadContents;
  /** Whether contents become editable that are not yet. Default: yes. */
  isProposal?: boolean;
};

const MAX_TEXTS = 400;
const MAX_FILES = 100;
const MAX_COLORS = 5;
/** The schema's limit of editables and targets together. */
const MAX_PARTS = 1900;
const MAX_PATH = 2000;
/** An image below this part of the frame is an icon or an ornament. */
const MIN_IMAGE_SHARE = 0.01;
const MIN_COLOR_SHARE = 0.02;
/** A color beyond this part of all painted area is a detail. */
const MAX_COLOR_SUM = 0.85;
const DECORATION =
  /(?:^|[^a-z])(?:texture|grain|noise|overlay|shadow|glow|flare|light|leak|bokeh|dust|scratch|particle|pattern|bg|background|vignette|matte|mask)s?(?:[^a-z]|$)/i;
const PLACEHOLDER = /lorem|ipsum|^\W*(?:your |the )?(?:text|title|name|headline)\b/i;

/**
 * Returns a template.json that makes the likely contents of a package editable: texts, images and videos that
 * are no decoration, and the few colors that cover most of the area. It keeps the package's own template.json.
 */
export async function starterOf(
  source: TemplatePackage,
  { read = contentsOf(source), isProposal = true }: StarterOptions = {},
): Promise<Starter> {
  const { contents, lottie } = read;
  const seconds = frameCount(lottie) / exactFps(lottie.fr);
  const existingJson = parseTemplateJson(source.templateJson);
  const editables = new Map<string, EditableJson>(Object.entries(existingJson.editables ?? {}));
  const names = new Set(contents.flatMap(({ editable }) => editable ?? []));
  for (const name of editables.keys()) names.add(name);
  let parts = [...editables.values()].reduce((sum, e) => sum + 1 + (e.targets?.length ?? 0), 0);
  // Names that the layers already have are listed, so that they can be labelled.
  for (const name of names) {
    if (editables.has(name) || parts >= MAX_PARTS) continue;
    editables.set(name, {});
    parts += 1;
  }
  const omittedContents: Starter['left'] = [];
  const labels = new Labels(editables.values());
  const counts = {
    text: 0,
    image: 0,
    video: 0,
    color: 0,
    number: 0,
    checkbox: 0,
    point: 0,
    menu: 0,
  };
  const choices = chooseContents(contents, seconds).filter(
    (choice) => isProposal || choice.reason !== undefined,
  );
  for (const { content, reason, targets } of choices) {
    const most = content.type === 'text' ? MAX_TEXTS : MAX_FILES;
    counts[content.type] += 1;
    const isFull =
      parts + 1 + targets.length > MAX_PARTS ||
      (content.type !== 'color' && counts[content.type] > most);
    const why = reason ?? (isFull ? 'no_room' : undefined);
    if (why !== undefined) {
      omittedContents.push({ content, reason: why });
      continue;
    }
    parts += 1 + targets.length;
    const label = labelOf(content, counts[content.type]);
    editables.set(unique(identifierOf(content, label, counts[content.type]), names), {
      type: content.type,
      label: labels.freeLabel(label, content),
      targets,
      ...(content.type === 'color' && { required: false }),
      ...content.fields,
    });
  }
  const json: TemplateJson = { ...existingJson, version: 1 };
  if (editables.size > 0) json.editables = Object.fromEntries(editables);
  const templateJson = new TextEncoder().encode(JSON.stringify(json));
  // The import checks the result, and chooses the stills that show the new editables.
  const template = await importTemplate({ ...source, templateJson });
  for (const [name, editable] of Object.entries(json.editables ?? {}))
    editable.label ??= template.editables[name]?.label.slice(0, 200).toWellFormed();
  json.name ??= template.name.slice(0, 200).toWellFormed();
  json.language ??= template.language;
  json.stillcuts ??= Object.fromEntries(
    Object.entries(template.stillcuts).map(([name, still]) => [name, still.seconds]),
  );
  const { version, name, language, stillcuts, ...otherFields } = json;
  return {
    json: { version, name, language, stillcuts, ...otherFields },
    left: omittedContents,
    equalLabels: [...labels.equal],
    template,
  };
}

type Choice = { content: Content; targets: Content['targets']; reason: Reason | undefined };

/**
 * Decides for each content that is not yet editable whether template.json offers it. `reason` says why it
 * is left out; undefined: it becomes an editable.
 */
function chooseContents(contents: readonly Content[], seconds: number): Choice[] {
  const open = contents.filter(({ editable }) => editable === null);
  const files = open.filter(({ type }) => type === 'image' || type === 'video');
  const judged = files.map((content) => ({
    content,
    targets: content.targets,
    reason: decorationReason(content, files, seconds),
  }));
  // A template with images offers at least the largest.
  if (judged.length > 0 && judged.every(({ reason }) => reason !== undefined)) {
    const largest = judged.reduce((a, b) => (b.content.share > a.content.share ? b : a));
    largest.reason = undefined;
  }
  const controls = open.filter(isControl).map((content) => {
    return { content, targets: content.targets, reason: undefined };
  });
  const allChoices = [...texts(open), ...judged, ...chooseColors(open), ...controls];
  return allChoices.map((choice) => ({ ...choice, reason: choice.reason ?? nameReason(choice) }));
}

/** Whether a content is an expression control: also a color, if it comes from one and covers no part of the frame. */
function isControl({ type, fields, share }: Content): boolean {
  const isColor = type === 'color' && fields !== undefined && share === 0;
  return isColor || ['number', 'checkbox', 'point', 'menu'].includes(type);
}

/** Texts with the same sample at the same time are copies for a shadow or an echo: one editable. */
function texts(open: readonly Content[]): Choice[] {
  const choices: Choice[] = [];
  const bySample = new Map<string, Choice>();
  for (const content of open) {
    if (content.type !== 'text') continue;
    const reason = textReason(content);
    const twin = reason === undefined ? bySample.get(content.sample) : undefined;
    const overlaps = twin && content.start < twin.content.end && twin.content.start < content.end;
    const isSameKind = !twin?.content.fields === !content.fields;
    if (
      overlaps &&
      isSameKind &&
      twin.targets.length < 100 &&
      !PLACEHOLDER.test(content.sample.slice(0, 100))
    ) {
      twin.targets = [...twin.targets, ...content.targets];
      twin.content = narrower(twin.content, content);
      continue;
    }
    const choice = { content, targets: content.targets, reason };
    choices.push(choice);
    if (reason === undefined && content.sample.trim().length > 2)
      bySample.set(content.sample, choice);
  }
  return choices;
}

/** Returns the first text, with a box that is small enough for both. */
function narrower(text: Content, { fields }: Content): Content {
  const boxes = [text.fields, fields].flatMap((editableJson) => editableJson?.box ?? []);
  return boxes.length === 0 ? text : { ...text, fields: { box: smallest(boxes) } };
}

/** Returns why a text is no content; undefined if it may be one. */
function textReason({ sample, end }: Content): Reason | undefined {
  if (!/[\p{L}\p{N}\p{S}]/u.test(sample)) return 'no_letters';
  return end === 0 ? 'never_shows' : undefined;
}

/** Returns why an image or a video is probably no content; undefined if it may be one. */
function decorationReason(
  content: Content,
  files: readonly Content[],
  seconds: number,
): Reason | undefined {
  const { hasFile, share, start, end, path, name = '' } = content;
  // Its place shows only its name.
  if (!hasFile) return undefined;
  if (end === 0) return 'never_shows';
  if (share < MIN_IMAGE_SHARE) return 'small';
  if (end - start < Math.min(0.25, seconds / 10)) return 'moment';
  if (DECORATION.test(name.slice(0, 200)) || DECORATION.test(path.slice(-200))) return 'decoration';
  const isBackground = share > 0.95 && end - start > seconds * 0.95 && files.length > 1;
  return isBackground ? 'background' : undefined;
}

/** Offers the colors that cover most, until they cover most of what all colors cover together. */
function chooseColors(open: readonly Content[]): Choice[] {
  const colorContents = open.filter(
    (content) => content.type === 'color' && content.end > 0 && !isControl(content),
  );
  const total = colorContents.reduce((sum, { share }) => sum + share, 0);
  let sum = 0;
  let takenCount = 0;
  return colorContents
    .sort((a, b) => b.share - a.share)
    .map((content) => {
      const isMain =
        content.share >= MIN_COLOR_SHARE && takenCount < MAX_COLORS && sum <= total * MAX_COLOR_SUM;
      sum += content.share;
      if (isMain) takenCount += 1;
      return {
        content,
        targets: content.targets,
        reason: isMain ? undefined : ('covers_little' as const),
      };
    });
}

/** Returns why template.json cannot name the targets; undefined if it can. */
function nameReason({ targets }: Choice): Reason | undefined {
  const isLong = targets.some((t) => (typeof t === 'string' ? t : t.asset).length > MAX_PATH);
  return isLong ? 'name_too_long' : undefined;
}

/**
 * The layer's name, unless it is empty or a default of After Effects; then the text itself, or the type and
 * `index`.
 */
function labelOf(content: Content, index: number): string {
  const { type, name, path, sample } = content;
  const plain = `${type[0]?.toUpperCase()}${type.slice(1)} ${index}`;
  if (type === 'color' && !isControl(content))
    return `Color ${index} (${readableName(name ?? path)})`.slice(0, 60);
  const isDefault = /^(?:layer|text|shape layer|img_|image_|comp)[ _]?\d*(?:\.\w+)?$/i;
  const baseName = readableName(name ?? '');
  if (baseName !== '' && !isDefault.test(baseName)) return baseName;
  return (type === 'text' && readableName(sample)) || plain;
}

/** Gives each editable a label of its own: an equal one gets the beginning of its text, or a number. */
class Labels {
  readonly equal = new Set<string>();
  readonly #usedNames = new Set<string>();

  constructor(existingEditables: Iterable<EditableJson>) {
    for (const { label } of existingEditables) if (label !== undefined) this.#usedNames.add(label);
  }

  /**
   * Returns a label that no other editable has, and reserves it. Adds the label to `equal` if it was in
   * use.
   */
  freeLabel(label: string, content: Content): string {
    const sample = content.type === 'text' ? readableName(content.sample) : '';
    let free = label;
    if (this.#usedNames.has(label)) {
      this.equal.add(label);
      if (sample !== '' && sample !== label)
        free = `${label} (${[...sample].slice(0, 40).join('')})`;
    }
    for (let count = 2; this.#usedNames.has(free); count++) free = `${label} ${count}`;
    this.#usedNames.add(free);
    return free;
  }
}

/** Returns the readable part of a name: one line without control characters, of at most 60. */
function readableName(name: string): string {
  const text = name.slice(0, 300).toWellFormed();
  return [
    ...text
      .replaceAll(/[\p{C}\u2028\u2029]+|[_\s]+/gu, ' ')
      // After Effects names the layers of a document by its file: `Tree/park.ai`.
      .replace(/\/[^/]*\.(?:ai|psd|eps|pdf)\s*$/i, '')
      .replace(/\.(?:png|jpe?g|webp|gif|svg|mp4|mov|webm)\s*$/i, '')
      .trim(),
  ]
    .slice(0, 60)
    .join('')
    .trim();
}

/** Returns the label as a short identifier; a label without Latin letters gives the type and a number. */
function identifierOf({ type }: Content, label: string, index: number): string {
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  let name = '';
  for (const word of words.slice(0, 5)) if (name.length + word.length < 40) name += `_${word}`;
  name = name.slice(1);
  if (name === '') return `${type}_${index}`;
  return /^[a-z]/.test(name) ? name : `${type}_${name}`;
}

/** Returns the name with a number if it is used, and reserves it. */
function unique(name: string, usedNames: Set<string>): string {
  let free = name;
  for (let count = 2; usedNames.has(free); count++) free = `${name}_${count}`;
  usedNames.add(free);
  return free;
}
