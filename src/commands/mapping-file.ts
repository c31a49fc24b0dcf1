import { readFile, stat } from 'node:fs/promises';
import { AppError, expected, type Fault, joinFaults } from '../base/index.ts';
import {
  type MappingSpec,
  type ParsedMapping,
  parseMapping,
  shapeFaults,
  unknownUpload,
  wantedFiles,
  withoutEntries,
} from '../mapping/index.ts';
import { atLocalFiles, type LocalFiles, takeLocalFiles } from './local-files.ts';

/** Larger than any mapping that the API accepts. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** A mapping file of the command line. `faults` are about local files that do not exist. */
export type MappingFile = { json: unknown; files: LocalFiles; faults: Fault[] };

/** Reads a mapping file. Without a path the template uses its examples. */
export async function readMappingFile(path: string | undefined): Promise<MappingFile> {
  if (path === undefined) {
    return { json: { resources: {}, missing: 'example' }, files: new Map(), faults: [] };
  }
  return takeLocalFiles(parseJson(await readText(path), path), path);
}

/**
 * Parses a mapping file as the API parses the `mapping` of a request. Returns every fault, and the
 * mapping without the entries that have faults. Pointers refer to the file.
 */
export function parseMappingFile(
  spec: MappingSpec,
  { json, files, faults: fileFaults }: MappingFile,
): { mapping: ParsedMapping; faults: Fault[] } {
  // Both ids belong to a service and have no meaning for a local package.
  const { id: _, ...content } = json as Record<string, unknown>;
  const mappingObject = { ...content, template_style_version_id: '' };
  const { mapping, faults } = parseMapping(spec, mappingObject);
  const uploads = wantedFiles(mapping)
    .filter(({ source }) => 'upload_id' in source && !files.has(source.upload_id))
    .map((localFile) => ({
      ...unknownUpload(localFile),
      hint: 'Name a local file: "file": "photo.jpg".',
    }));
  const notThere = [...uploads, ...fileFaults];
  const inContent = [...faults, ...notThere].map((localFault) => ({
    ...localFault,
    pointer: `/mapping${localFault.pointer ?? ''}`,
  }));
  const allFaults = atLocalFiles(joinFaults(shapeFaults(mappingObject), inContent), files);
  return {
    mapping: withoutEntries(
      mapping,
      notThere.map(({ pointer }) => pointer),
    ),
    faults: allFaults.map(withLocalHint),
  };
}

/** Shows a local file in a hint instead of a URL, because only the command line accepts files. */
function withLocalHint(localFault: Fault): Fault {
  if (localFault.hint === undefined) return localFault;
  return {
    ...localFault,
    hint: localFault.hint.replace(/"remote_url":\s*"[^"]*"/, '"file": "photo.jpg"'),
  };
}

function notRegular(path: string): AppError {
  const what = `The mapping ${path} is not a regular file of at most ${MAX_FILE_BYTES} bytes.`;
  return new AppError('malformed_body', what);
}

/**
 * Returns the text of a mapping file. Throws `malformed_body` for a file that cannot be read or is too large.
 */
async function readText(path: string): Promise<string> {
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > MAX_FILE_BYTES) throw notRegular(path);
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`;
    throw new AppError('malformed_body', `The mapping ${path} ${reason}.`, {}, { cause });
  }
}

/** Returns the object of a mapping file. Throws `malformed_body` for any other JSON. */
function parseJson(text: string, path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    throw new AppError('malformed_body', `${path} is not JSON: ${message}.`, {}, { cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new AppError('malformed_body', expected('a JSON object', path, value));
}
