import { readFile } from 'node:fs/promises';
import { AppError, expected } from '../base/index.ts';
import type { Mapping } from '../mapping/index.ts';
import { type LocalFiles, takeLocalFiles } from './local-files.ts';

/** Prints a command's result: JSON on one line with `--json`, else lines for people. */
export function print(json: boolean | undefined, value: unknown, lines: () => string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines().join('\n')}\n`);
}

/** Reads a mapping file and the local files that it names. Without a path the examples are used. */
export async function readMapping(
  path: string | undefined,
): Promise<{ mapping: Mapping; files: LocalFiles }> {
  if (path === undefined)
    return { mapping: { resources: {}, missing: 'example' }, files: new Map() };
  return takeLocalFiles(parseMapping(await readText(path), path), path);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`;
    throw new AppError('malformed_body', `The mapping file ${path} ${reason}.`, {}, { cause });
  }
}

function parseMapping(text: string, path: string): Mapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    throw new AppError('malformed_body', `${path} is not JSON: ${message}.`, {}, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('malformed_body', expected('a JSON object', path, value));
  // A mapping that was read from the API also contains ids.
  const {
    resources,
    audio_tracks: audioTracks,
    font_changes: fontChanges,
    missing,
    template_style_version_id: _version,
    id: _own,
    ...rest
  } = value as Record<string, unknown>;
  const unknown = Object.keys(rest);
  if (unknown.length > 0)
    throw new AppError(
      'malformed_body',
      expected(
        'only "resources", "audio_tracks", "font_changes" and "missing"',
        path,
        unknown.join(', '),
      ),
    );
  if (missing !== undefined && missing !== 'example')
    throw new AppError('malformed_body', expected('"example"', `missing in ${path}`, missing));
  return {
    resources: entries(resources, `resources in ${path}`),
    ...(audioTracks !== undefined && {
      audio_tracks: entries(audioTracks, `audio_tracks in ${path}`),
    }),
    ...(fontChanges !== undefined && {
      font_changes: entries(fontChanges, `font_changes in ${path}`),
    }),
    ...(missing === 'example' && { missing }),
  };
}

function entries(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new AppError('malformed_body', expected('an object of entries by name', where, value));
}

/** Parses a whole number from the command line. */
export function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text))
    throw new AppError('invalid_request', expected('a whole number', option, text));
  return Number(text);
}
