import { readFile } from 'node:fs/promises';
import { AppError, expected } from '../base/index.ts';
import type { Mapping } from '../compose/index.ts';

/** Prints a command's result: JSON on one line with `--json`, else lines for people. */
export function print(json: boolean | undefined, value: unknown, lines: () => string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines().join('\n')}\n`);
}

/** Reads a mapping file; none at all means the template's own content. */
export async function readMapping(path: string | undefined): Promise<Mapping> {
  if (path === undefined) return { resources: {}, missing: 'example' };
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new AppError(
      'malformed_body',
      `Expected a mapping as JSON in ${path} but it cannot be read: ${(cause as Error).message}.`,
      {},
      { cause },
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('malformed_body', expected('a JSON object', path, value));
  const {
    resources,
    font_changes: fontChanges,
    missing,
    template_style_version_id: _ours,
    ...rest
  } = value as Record<string, unknown>;
  const unknown = Object.keys(rest);
  if (unknown.length > 0)
    throw new AppError(
      'malformed_body',
      expected('only "resources", "font_changes" and "missing"', path, unknown.join(', ')),
    );
  if (missing !== undefined && missing !== 'example')
    throw new AppError('malformed_body', expected('"example"', `missing in ${path}`, missing));
  return {
    resources: entries(resources, `resources in ${path}`),
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

/** A whole number from the command line. */
export function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text))
    throw new AppError('invalid_request', expected('a whole number', option, text));
  return Number(text);
}
