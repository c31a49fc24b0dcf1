import { copyFile, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, newId } from '../base/index.ts';
import { readConfig } from '../config.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { importTemplate, readPackageFile } from '../import/index.ts';
import { withDatabase } from '../service/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { sha256 } from '../system/index.ts';
import type { Editable, Template } from '../template/index.ts';
import { print } from './output.ts';

export async function templateInspectCommand(
  file: string,
  options: { json?: boolean },
): Promise<void> {
  const { result, lines } = inspection(await importTemplate(await readPackageFile(file)));
  print(options.json, result, () => lines);
}

/** Returns the description of a template: as data, and as lines of text. */
export function inspection(template: Template): { result: object; lines: string[] } {
  const { video, editables, stillcuts, fontNames, warnings, name, language } = template;
  const { width, height, fps, frameCount: frames } = video;
  const seconds = Object.fromEntries(
    Object.entries(stillcuts).map(([still, at]) => [still, at.seconds]),
  );
  const result = {
    name,
    language,
    ...{ width, height, fps, frames },
    duration: frames / fps,
    style_version: { editables, fonts: fontNames },
    stillcuts: seconds,
    report: { errors: [], warnings },
  };
  const lines = [
    `${name}: ${width}×${height}, ${Math.round(fps * 1000) / 1000} frames per second, ${(frames / fps).toFixed(2)} s, ${language}`,
    `stills: ${Object.entries(seconds)
      .map(([still, at]) => `${still} at ${at.toFixed(2)} s`)
      .join(', ')}`,
    `fonts: ${fontNames.join(', ') || 'none'}`,
    ...Object.entries(editables).map(
      ([key, e]) => `${e.input_type.padEnd(6)} ${key}  ${contentOf(e)}  (${e.stillcut})`,
    ),
    ...warnings.map((w) => `warning: ${w.message}${w.layer_path ? ` [${w.layer_path}]` : ''}`),
  ];
  return { result, lines };
}

function contentOf({ input_type: type, ...editable }: Editable): string {
  const { example_text: example, fonts = [], width, height, duration } = editable;
  if (type === 'font') return fonts.join(', ');
  if (example !== undefined) return JSON.stringify(example);
  const size = width === undefined || height === undefined ? '' : `${width}×${height}`;
  const seconds = duration === undefined ? '' : `${duration.toFixed(2)} s`;
  return [size, seconds].filter((part) => part !== '').join(', ');
}

/** Stores a package like an upload does. A service with the same data folder imports it. */
export async function templateAddCommand(
  file: string,
  options: { name?: string; language: string; dataDir?: string; json?: boolean },
): Promise<void> {
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  // Import the package first, so that its errors are reported immediately.
  const template = await importTemplate(await readPackageFile(file));
  if (!(await stat(file)).isFile())
    throw new AppError('package_unreadable', `Expected a file at ${file}.`);
  const id = newId('tsv');
  const packageKey = `versions/${id}/package`;
  await withDatabase(config, async (db) => {
    const copy = join(config.dataDir, `${id}.part`);
    await copyFile(file, copy);
    await openDiskStore(join(config.dataDir, 'files')).put(packageKey, copy);
    await db.templateVersions.insert({
      id,
      accountId: DEFAULT_ACCOUNT,
      language: options.language,
      name: options.name ?? template.name,
      packageKey,
      packageLabel: basename(file),
      packageBytes: (await stat(file)).size,
      digest: sha256(await readFile(file)),
    });
  });
  print(options.json, { template_style_version_id: id, warnings: template.warnings }, () => [
    `template_style_version_id: ${id}`,
    ...template.warnings.map((w) => `warning: ${w.message}`),
  ]);
}
