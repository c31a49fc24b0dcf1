import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { defined, expected, type Fault, fault, jsonPointer, newId } from '../base/index.ts';

/** Local files by the upload id that represents each. `pointer` is the pointer of its source. */
export type LocalFiles = ReadonlyMap<string, { path: string; pointer: string }>;

const FIELDS = ['resources', 'audio_tracks', 'font_changes'] as const;

type Json = Record<string, unknown>;

/**
 * Replaces each `"source": { "file": path }` of a mapping with an upload id that only this command
 * knows. Paths are relative to the folder of the mapping file. Returns an `asset_not_found` fault
 * for each file that does not exist.
 */
export async function takeLocalFiles(
  mapping: Json,
  mappingPath: string,
): Promise<{ json: Json; files: LocalFiles; faults: Fault[] }> {
  const folder = dirname(resolve(mappingPath));
  const files = new Map<string, { path: string; pointer: string }>();
  const faults: Fault[] = [];
  /** Returns the entry at a place of the mapping with an upload id instead of its file. */
  const replaced = async (
    entry: unknown,
    place: readonly (string | number)[],
    editable?: string,
  ) => {
    const localFile = takeFile(entry);
    if (!localFile) return entry;
    const { id, file } = localFile;
    const pointer = jsonPointer(...place, 'source');
    const path = typeof file === 'string' ? resolve(folder, file) : folder;
    files.set(id, { path, pointer });
    if (!(await isFile(path)))
      faults.push({ ...noFile(file, `${pointer}/file`, folder), ...defined({ editable }) });
    return localFile.entry;
  };
  const json = { ...mapping };
  for (const field of FIELDS) {
    const group = objectOf(mapping[field]);
    if (!group) continue;
    const entries: [string, unknown][] = [];
    for (const [name, entry] of Object.entries(group)) {
      const editable = field === 'font_changes' ? undefined : name;
      entries.push([name, await replaced(entry, [field, name], editable)]);
    }
    json[field] = Object.fromEntries(entries);
  }
  const { captions } = mapping;
  if (Array.isArray(captions)) {
    const tracks: unknown[] = [];
    for (const [at, track] of captions.entries())
      tracks.push(await replaced(track, ['captions', at]));
    json['captions'] = tracks;
  } else if (captions !== undefined) json['captions'] = await replaced(captions, ['captions']);
  return { json, files, faults };
}

/**
 * Returns an entry that names a new upload instead of its local file; undefined for any other
 * entry.
 */
function takeFile(entry: unknown): { id: string; file: unknown; entry: Json } | undefined {
  const source = objectOf(objectOf(entry)?.['source']);
  if (source?.['file'] === undefined) return undefined;
  const { file, ...others } = source;
  const id = newId('upl');
  // An entry with both a file and an upload id keeps both, so that the check reports two sources.
  const isSecond = Object.hasOwn(others, 'upload_id');
  const replacement = isSecond ? { remote_url: file, ...others } : { ...others, upload_id: id };
  return { id, file, entry: { ...objectOf(entry), source: replacement } };
}

/** Returns faults that name the field `file` of the mapping instead of the upload id. */
export function atLocalFiles(faults: readonly Fault[], files: LocalFiles): Fault[] {
  const pointers = new Set([...files.values()].map(({ pointer }) => pointer));
  return faults.map((localFault) => {
    if (localFault.pointer === undefined) return localFault;
    const pointer = localFault.pointer.replace(/^\/mapping/, '');
    const source = pointer.replace(/\/upload_id$/, '');
    if (!pointers.has(source)) return { ...localFault, pointer };
    const message = localFault.message.replaceAll('"upload_id"', '"file"');
    return { ...localFault, message, pointer: source === pointer ? source : `${source}/file` };
  });
}

function objectOf(value: unknown): Json | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Json) : undefined;
}

/** Returns the fault of an entry whose local file does not exist. */
function noFile(file: unknown, pointer: string, folder: string): Fault {
  const hint = `Paths are relative to ${folder}.`;
  return fault('asset_not_found', expected('a file', pointer, file), { pointer, hint });
}

/** Whether a path is a regular file. */
async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
