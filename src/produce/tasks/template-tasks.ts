import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import { missingFontsOf } from '../../import/index.ts';
import { NO_ENTRIES } from '../../mapping/index.ts';
import { extensionOf, sniff } from '../../media/file/index.ts';
import { outputSettings } from '../../output/index.ts';
import { sha256 } from '../../system/index.ts';
import { parseStoredTemplate, type ReportEntry, type Template } from '../../template/index.ts';
import { exampleFiles } from '../example-files.ts';
import { produce } from '../produce.ts';
import { templateKey } from '../session-files.ts';
import { stepsIn } from '../steps.ts';
import { ingestTemplateAudio } from '../template-audio.ts';
import { rendererOf, type TaskContext } from './task-context.ts';
import { factsOf, type TemplateRef } from './template-cache.ts';

const STILL_WIDTH = 640;
const DEMO_WIDTH = 640;

type ReadTask = { version: TemplateRef; folder: string; fetchesFonts: boolean };

/**
 * Imports a version's package and stores the result. Returns the facts that the version's row stores. `folder` is for
 * temporary files. `fetchesFonts`: whether fonts are fetched whose addresses the animation has.
 */
export async function readTemplate(
  { version, folder, fetchesFonts }: ReadTask,
  { templates, fetchFont, signal }: TaskContext,
) {
  const { template, templateDigest, importerVersion } = await templates.import(
    version,
    async (url) => {
      if (!fetchesFonts) throw new AppError('unavailable', 'This service fetches no fonts.');
      return readFile(await fetchFont(url));
    },
  );
  const warnings = [...template.warnings, ...(await audioWarnings(template, folder, signal))];
  const { name } = template;
  return { name, warnings, facts: { templateDigest, importerVersion, ...factsOf(template) } };
}

/** Names of the fonts, and of their families, that a template asks for and does not bring. */
export async function missingFonts(
  { version }: { version: TemplateRef },
  { templates }: TaskContext,
): Promise<string[]> {
  const missing = missingFontsOf(await templates.get(version));
  const families = [...missing.values()].flatMap((font) => font?.fFamily ?? []);
  return [...new Set([...missing.keys(), ...families])];
}

/** Warnings about audio of the template that cannot be played. */
async function audioWarnings(
  template: Template,
  folder: string,
  signal: AbortSignal,
): Promise<ReportEntry[]> {
  try {
    return (await ingestTemplateAudio(template, NO_ENTRIES, stepsIn(folder), signal)).warnings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Draws a template's stills and a small demo video with its own content, and stores them and the
 * examples of its editables. Returns their keys.
 */
export async function drawTemplate(
  { version, folder }: { version: TemplateRef; folder: string },
  context: TaskContext,
): Promise<{
  stillcuts: Record<string, string>;
  demoVideoKey: string;
  examples: Record<string, string>;
}> {
  const { templates, store, settings, signal } = context;
  const renderer = rendererOf(context);
  renderer.warm();
  const template = await templates.get(version);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const { fontFolders } = settings;
    const request = { template, mapping: NO_ENTRIES, folder: join(folder, 'images'), fontFolders };
    const { composition, paths } = await produce(request, signal);
    const stills = Object.entries(template.stillcuts).map(([name, { frame }], index) => ({
      name,
      frame,
      width: Math.min(STILL_WIDTH, composition.video.width),
      path: join(folder, `still-${index}.jpg`),
      format: 'jpeg' as const,
    }));
    context.emit({ name: 'rendering' });
    const demo = join(folder, 'demo.mp4');
    const width = Math.round(Math.min(DEMO_WIDTH, composition.video.width));
    const output = outputSettings({ format: 'mp4', width }, composition.video, 'draft', '');
    const outputs = [{ ...output, path: demo }];
    await renderer.renderVideo({ composition, paths, folder, outputs, stills }, signal);
    const stillcuts: Record<string, string> = {};
    for (const still of stills) {
      const key = `versions/${version.id}/${still.name}.jpg`;
      await store.put(key, still.path);
      stillcuts[still.name] = key;
    }
    const demoVideoKey = `versions/${version.id}/demo.mp4`;
    await store.put(demoVideoKey, demo);
    const examples = await storeExamples(template, version.id, store);
    return { stillcuts, demoVideoKey, examples };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the package's own files of editables, equal files once. Returns their keys by editable. */
async function storeExamples(
  template: Template,
  versionId: string,
  store: TaskContext['store'],
): Promise<Record<string, string>> {
  const storedKeys = new Set<string>();
  const keys: [string, string][] = [];
  for (const { editable, bytes, extension } of exampleFiles(template)) {
    const key = `versions/${versionId}/examples/${sha256(bytes)}.${extension}`;
    if (!storedKeys.has(key)) await store.putBytes(key, bytes);
    storedKeys.add(key);
    keys.push([editable, key]);
  }
  return Object.fromEntries(keys);
}

export type FontTask = {
  version: TemplateRef;
  /** The name that texts of the template use. */
  name: string;
  /** The folder of the font's file. */
  folder: string;
};

/** Writes the file of a template's font. Returns its name, or null if the template does not contain it. */
export async function writeTemplateFont(
  { version, name, folder }: FontTask,
  { templates, store }: TaskContext,
): Promise<string | null> {
  const { templateDigest } = await templates.open(version);
  const path = await store.localPath(templateKey(version.id, templateDigest));
  const { fonts, fontFiles } = parseStoredTemplate(await readFile(path));
  const file = fontFiles[fonts.find((font) => font.name === name)?.file ?? -1];
  if (!file) return null;
  const fileName = fontFileName(file.bytes);
  await writeFile(join(folder, fileName), file.bytes);
  return fileName;
}

/** Returns a name for the file of a font, with the extension of its content. */
function fontFileName(bytes: Uint8Array): string {
  const { contentType = '' } = sniff(bytes) ?? {};
  return `font.${extensionOf(contentType) ?? 'bin'}`;
}
