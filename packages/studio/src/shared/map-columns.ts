/** Suggests the meaning of the columns of a table by their names. */

export type EditableInfo = {
  input_type: string;
  label: string;
  required: boolean;
  /** The labels of a menu. */
  options?: readonly string[];
};
export type Editables = Readonly<Record<string, EditableInfo>>;

/** What a column contains, as `columns` of a batch has it; null: the column is ignored. */
export type ColumnMap = Record<string, string | null>;

/** Fields of a row that are not editables. */
export const ROW_FIELDS = ['title', 'external_id', 'captions_url'] as const;
/** Prefix of an editable that has the name of a field. */
const EDITABLE_PREFIX = 'editable:';
const FIELD_NAMES: Record<string, readonly string[]> = {
  title: ['title', 'titel', 'titulo', 'titre'],
  captions_url: [
    ...['captionsurl', 'captions', 'subtitles', 'subtitlesurl', 'srt', 'vtt', 'untertitel'],
    ...['subtitulos', 'soustitres', 'legendas'],
  ],
  external_id: ['externalid', 'id', 'orderid', 'order', 'ordernumber', 'sku', 'reference', 'ref'],
};
const DOTTED = /^(metadata|output)\.[^.]+$|^(external_uploads|template_style_version_id|captions)$/;
/** Below this similarity a suggestion would more often be wrong than right. */
const MIN_SIMILARITY = 0.72;
/** More would stop the page for seconds: a file may have a thousand columns. */
const MAX_COMPARISONS = 50_000;

/** Whether a target is a field of the row, and no editable. */
export function isField(target: string): boolean {
  return (ROW_FIELDS as readonly string[]).includes(target) || DOTTED.test(target);
}

/** The name under which a column fills an editable. */
export function targetOf(editable: string): string {
  return isField(editable) ? EDITABLE_PREFIX + editable : editable;
}

/** The editable that a target fills, if it fills one. */
export function editableOf(target: string, editables: Editables): string | undefined {
  if (target.startsWith(EDITABLE_PREFIX)) return target.slice(EDITABLE_PREFIX.length);
  return !isField(target) && Object.hasOwn(editables, target) ? target : undefined;
}

/**
 * Maps each column to an editable or a field: first by exact names, then by names without spaces, case and
 * accents, then by similar names. Each target is given once. Other columns are ignored.
 */
export function suggestColumns(columns: readonly string[], editables: Editables): ColumnMap {
  // Columns may be called like properties that every object has, such as `constructor`.
  const map = new Map<string, string>();
  const usedTargets = new Set<string>();
  const give = (column: string, target: string | undefined) => {
    if (target === undefined || usedTargets.has(target) || map.has(column)) return;
    map.set(column, target);
    usedTargets.add(target);
  };
  for (const column of columns) give(column, exactTarget(column, editables));
  const names = namesOf(editables);
  for (const column of columns) give(column, names.get(plain(column)));
  const pairs = columns
    .filter((column) => !map.has(column))
    .slice(0, Math.ceil(MAX_COMPARISONS / Math.max(1, names.size)))
    .flatMap((column) => {
      const words = plain(column);
      return [...names].map(([name, target]) => ({
        column,
        target,
        similarity: similarityOf(words, name),
      }));
    })
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity);
  for (const { column, target } of pairs) give(column, target);
  return Object.fromEntries(columns.map((column) => [column, map.get(column) ?? null]));
}

/** The columns that have to be sent: those whose name is not their target. */
export function renamesOf(map: ColumnMap): ColumnMap {
  return Object.fromEntries(Object.entries(map).filter(([column, target]) => column !== target));
}

/** Required editables that no column fills. */
export function unfilledEditables(map: ColumnMap, editables: Editables): string[] {
  const targets = new Set(Object.values(map));
  return Object.entries(editables)
    .filter(([name, { required }]) => required && !targets.has(targetOf(name)))
    .map(([name]) => name);
}

/** Targets that several columns have, each with its columns. */
export function repeatedTargets(map: ColumnMap): Map<string, string[]> {
  const byTarget = new Map<string, string[]>();
  for (const [column, target] of Object.entries(map))
    if (target !== null) byTarget.set(target, [...(byTarget.get(target) ?? []), column]);
  return new Map([...byTarget].filter(([, columns]) => columns.length > 1));
}

/**
 * Returns the column's name if it is a target itself: a field of the row, an editable, or an option
 * of an editable.
 */
function exactTarget(column: string, editables: Editables): string | undefined {
  if (isField(column)) return column;
  if (Object.hasOwn(editables, column)) return column;
  const end = column.lastIndexOf('.');
  return end > 0 && Object.hasOwn(editables, column.slice(0, end)) ? column : undefined;
}

/** Plain names with their targets. A name of two editables has none. */
function namesOf(editables: Editables): Map<string, string> {
  const names = new Map<string, string>();
  const repeated = new Set<string>();
  const add = (name: string, target: string) => {
    if (name === '' || names.get(name) === target) return;
    if (names.has(name)) repeated.add(name);
    else names.set(name, target);
  };
  for (const [name, { label }] of Object.entries(editables)) {
    add(plain(name), targetOf(name));
    add(plain(label), targetOf(name));
  }
  for (const name of repeated) names.delete(name);
  for (const [field, aliases] of Object.entries(FIELD_NAMES))
    for (const alias of aliases) if (!names.has(alias)) names.set(alias, field);
  return names;
}

/** Letters and digits in lower case, without accents: `First name` and `first_name` are equal. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 100);
}

/** 1 for equal names; the share of pairs of letters that both have (Sørensen–Dice). */
function similarityOf(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 3 || b.length < 3) return 0;
  const pairs = new Map<string, number>();
  for (let at = 0; at < a.length - 1; at += 1) {
    const pair = a.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let at = 0; at < b.length - 1; at += 1) {
    const pair = b.slice(at, at + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    common += 1;
    pairs.set(pair, left - 1);
  }
  return (2 * common) / (a.length + b.length - 2);
}

/** Returns the name of a column, or the label of the editable that is called like it. */
export function columnLabel(column: string, renames: ColumnMap, editables: Editables): string {
  const target = Object.hasOwn(renames, column) ? renames[column] : column;
  const name = target ? editableOf(target, editables) : undefined;
  const label = name === undefined ? undefined : editables[name]?.label;
  return label && column === name ? label : column;
}
