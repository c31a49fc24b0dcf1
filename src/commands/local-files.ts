import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, expected, type Fault, fault, jsonPointer } from '../base/index.ts';
import type { Mapping } from '../mapping/index.ts';

/** Local files by the upload id that stands for each. `pointer` is the pointer of its source. */
export type LocalFiles = ReadonlyMap<string, { path: string; pointer: string }>;

const PARTS = ['resources', 'audio_tracks', 'font_changes'] as const;

/**
 * Replaces each `"source": { "file": path }` of a mapping by an upload id that only this command
 * knows. Paths are relative to the folder of the mapping file. Throws `asset_not_found` with a fault
 * for each file that does not exist.
 */
export async function takeLocalFiles(
  mapping: Mapping,
  mappingPath: string,
): Promise<{ mapping: Mapping; files: LocalFiles }> {
  const folder = dirname(resolve(mappingPath));
  const files = new Map<string, { path: string; pointer: string }>();
  const faults: Fault[] = [];
  const taken = { ...mapping };
  for (const part of PARTS) {
    const entries: [string, unknown][] = [];
    for (const [name, entry] of Object.entries(mapping[part] ?? {})) {
      const { source } = (entry ?? {}) as { source?: { file?: unknown } | null };
      if (typeof source !== 'object' || source?.file === undefined) {
        entries.push([name, entry]);
        continue;
      }
      const { file, ...others } = source;
      const pointer = jsonPointer(part, name, 'source');
      const path = typeof file === 'string' ? resolve(folder, file) : folder;
      if (!(await isFile(path))) faults.push(noFile(file, `${pointer}/file`, folder));
      const id = `upl_file${files.size + 1}`;
      files.set(id, { path, pointer });
      entries.push([name, { ...(entry as object), source: { ...others, upload_id: id } }]);
    }
    if (mapping[part]) taken[part] = Object.fromEntries(entries);
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return { mapping: taken, files };
}

/** Returns an error that names the field `file` of the mapping instead of the upload id. */
export function atLocalFiles(error: AppError, files: LocalFiles): AppError {
  const pointers = new Set([...files.values()].map(({ pointer }) => pointer));
  const faults = error.faults.map((f): Fault => {
    const pointer = (f.pointer ?? '').replace(/^\/mapping/, '');
    const source = pointer.replace(/\/upload_id$/, '');
    if (!pointers.has(source)) return f;
    const message = f.message.replaceAll('"upload_id"', '"file"');
    return { ...f, message, pointer: source === pointer ? source : `${source}/file` };
  });
  return AppError.fromFaults(faults);
}

function noFile(file: unknown, pointer: string, folder: string): Fault {
  const hint = `Paths are relative to ${folder}.`;
  return fault('asset_not_found', expected('a file', pointer, file), { pointer, hint });
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );
}
