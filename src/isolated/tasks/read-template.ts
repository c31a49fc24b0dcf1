import { readFile, rm } from 'node:fs/promises';
import { AppError } from '../../base/index.ts';
import { missingFontsOf } from '../../import/index.ts';
import { NO_ENTRIES } from '../../mapping/index.ts';
import { ingestTemplateAudio, stepsIn } from '../../produce/index.ts';
import type { ReportEntry, Template } from '../../template/index.ts';
import type { TaskContext } from '../task-context.ts';
import { factsOf, type TemplateRef } from '../template-cache.ts';

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
