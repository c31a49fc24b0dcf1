import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError, defined, type Fault, jsonPointer, say } from '../../base/index.ts';
import { libraryOf } from '../../compose/index.ts';
import {
  draftOf,
  importTemplate,
  missingFontsOf,
  readPackage,
  repack,
} from '../../import/index.ts';
import { NO_ENTRIES } from '../../mapping/index.ts';
import { sha256 } from '../../system/index.ts';
import type { Template } from '../../template/index.ts';
import { ZipWriter } from '../../zip/index.ts';
import { type IngestedInputs, locateInputs } from '../ingest-inputs.ts';
import { fontsFor } from '../produce.ts';
import type { TaskContext } from './task-context.ts';
import { type DraftSource, readVersionPackage, type TemplateRef } from './template-cache.ts';

/** Proposes a template.json for a version's package, and lists all of its contents and fonts. */
export async function proposeDraft(
  { version, ...fonts }: { version: TemplateRef } & IngestedInputs,
  { store, settings: { fontFolders } }: TaskContext,
) {
  const source = await readSource(version, store);
  const { template, ...draft } = await draftOf(source);
  const { video, stillcuts, language } = template;
  return {
    ...draft,
    language: version.language === 'en' ? language : version.language,
    video,
    fonts: await describeFonts(template, fonts, fontFolders),
    stillcuts: Object.fromEntries(
      Object.entries(stillcuts).map(([name, { seconds }]) => [name, seconds]),
    ),
  };
}

/** Reads a version's package; without its template.json if the package cannot be opened with it. */
async function readSource(version: TemplateRef, store: TaskContext['store']) {
  const { bytes, label, choice } = await readVersionPackage(version, store);
  try {
    return await readPackage(bytes, label, choice);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'template_json_invalid') throw error;
    return readPackage(bytes, label, choice, { templateJson: null });
  }
}

type DraftFont = {
  name: string;
  family: string;
  style?: string;
  is_missing: boolean;
  replaced_by: string | null;
};

/** The fonts of the texts; those that are missing with the font that draws new texts instead. */
async function describeFonts(
  template: Template,
  inputs: IngestedInputs,
  fontFolders: readonly string[],
): Promise<DraftFont[]> {
  const missing = missingFontsOf(template);
  const list = new Map(
    (template.lottie.fonts?.list ?? []).map((font) => [font.fName, font] as const).reverse(),
  );
  const request = { template, mapping: NO_ENTRIES, folder: '', fontFolders };
  const { lottie } = template;
  const library =
    missing.size === 0
      ? undefined
      : libraryOf({
          ...{ template, lottie, mapping: NO_ENTRIES },
          ...(await fontsFor(request, locateInputs(inputs))),
        });
  return template.fontNames.map((name) => {
    const font = list.get(name);
    const match = missing.has(name) ? library?.match(font) : undefined;
    const isMissing = missing.has(name) && match?.from !== 'account';
    return {
      name,
      family: font?.fFamily ?? name,
      ...defined({ style: font?.fStyle }),
      is_missing: isMissing,
      replaced_by: (isMissing && match?.face.postScriptName) || null,
    };
  });
}

/** Imports a version's package as a draft has it. Returns what mappings and stills of the result need. */
export async function openDraft(
  { version, draft }: { version: TemplateRef; draft: DraftSource },
  { templates }: TaskContext,
): Promise<Pick<Template, 'editables' | 'fontNames' | 'video' | 'stillcuts'>> {
  const { editables, fontNames, video, stillcuts } = await inSettings(() =>
    templates.draft(version, draft),
  );
  return { editables, fontNames, video, stillcuts };
}

export type PackTask = {
  version: TemplateRef;
  /** The text of a template.json. */
  settings: string;
  /** Files to add: their paths in the package, and on this machine. */
  files: { path: string; file: string }[];
  folder: string;
  maxBytes: number;
};

/**
 * Writes a package with other settings and added files as a ZIP into the folder, and imports it to check it.
 * Returns its name in the folder, its label, size and digest.
 */
export async function packDraft(
  { version, settings, files: addedFiles, folder, maxBytes }: PackTask,
  { store }: TaskContext,
): Promise<{ file: string; label: string; bytes: number; digest: string }> {
  const old = await readVersionPackage(version, store);
  const added = await Promise.all(
    addedFiles.map(async ({ path, file }) => ({ path, bytes: await readFile(file) })),
  );
  const { files } = await inSettings(async () => {
    const packed = await repack(old, Buffer.from(settings), added);
    await importTemplate(packed.source);
    return packed;
  });
  const file = 'package.zip';
  const path = join(folder, file);
  await using handle = await open(path, 'w');
  const zip = new ZipWriter(handle);
  for (const [name, content] of files) await zip.addDeflated(name, content);
  await zip.end();
  const { size: bytes } = await stat(path);
  if (bytes > maxBytes) {
    throw new AppError(
      'package_too_large',
      say`Expected at most ${maxBytes} bytes for the package with its new files but received ${bytes}.`,
      { hint: 'Make the images smaller, or add fewer files.' },
    );
  }
  const extension = extname(old.label);
  const stem = old.label.slice(0, old.label.length - extension.length);
  const isLottie = files.has('manifest.json') && extension.toLowerCase() === '.lottie';
  const label = `${stem || 'template'}${isLottie ? extension : '.zip'}`;
  return { file, label, bytes, digest: sha256(await readFile(path)) };
}

const PLACES: Readonly<Record<string, string>> = {
  animation_not_found: '/settings/animation',
  theme_not_found: '/settings/theme',
};

/** Runs `work`. Faults of its template.json get pointers into a request with `settings`. */
async function inSettings<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw AppError.fromFaults(error.faults.map(atSettings));
  }
}

function atSettings(settingsFault: Fault): Fault {
  const { code, pointer, editable } = settingsFault;
  const place = PLACES[code];
  if (place !== undefined) return { ...settingsFault, pointer: place };
  if (code !== 'template_json_invalid') return settingsFault;
  const inEditable = editable === undefined ? '' : jsonPointer('editables', editable);
  return { ...settingsFault, pointer: `/settings${pointer ?? inEditable}` };
}
