import { rm } from 'node:fs/promises';
import { NO_ENTRIES } from '../../mapping/index.ts';
import { ingestTemplateAudio, stepsIn } from '../../produce/index.ts';
import type { ReportEntry, Template } from '../../template/index.ts';
import type { TaskContext } from '../task-context.ts';
import { factsOf, type TemplateRef } from '../template-cache.ts';

/**
 * Imports a version's package and stores the result. Returns the facts that the version's row stores. `folder` is for
 * temporary files.
 */
export async function readTemplate(
  { version, folder }: { version: TemplateRef; folder: string },
  { templates, signal }: TaskContext,
) {
  const { template, templateDigest, importerVersion } = await templates.import(version);
  const warnings = [...template.warnings, ...(await audioWarnings(template, folder, signal))];
  const { name } = template;
  return { name, warnings, facts: { templateDigest, importerVersion, ...factsOf(template) } };
}

/** Names of the fonts, and of their families, that a template asks for and does not bring. */
export async function missingFonts(
  { version }: { version: TemplateRef },
  { templates }: TaskContext,
): Promise<string[]> {
  const { lottie, fonts, fontNames } = await templates.get(version);
  const brought = new Set(fonts.map(({ name }) => name));
  const missing = fontNames.filter((name) => !brought.has(name));
  const entries = (lottie.fonts?.list ?? []).filter((font) => missing.includes(font.fName));
  return [...new Set([...missing, ...entries.map((font) => font.fFamily)])];
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
