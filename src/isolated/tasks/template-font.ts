import { readFile, writeFile } from 'node:fs/promises';
import { sniff } from '../../media/probe/index.ts';
import { parseStoredTemplate } from '../../template/index.ts';
import { templateKey } from '../stored-keys.ts';
import type { TaskContext } from '../task-context.ts';
import type { TemplateRef } from '../template-cache.ts';

export type FontTask = {
  version: TemplateRef;
  /** The name that texts of the template use. */
  name: string;
  /** The path of the font's file. */
  to: string;
};

/** Writes the file of a template's font. Returns its type, or null if the template does not contain it. */
export async function writeTemplateFont(
  { version, name, to }: FontTask,
  { templates, store }: TaskContext,
): Promise<string | null> {
  const { templateDigest } = await templates.open(version);
  const path = await store.localPath(templateKey(version.id, templateDigest));
  const { fonts, fontFiles } = parseStoredTemplate(await readFile(path));
  const file = fontFiles[fonts.find((font) => font.name === name)?.file ?? -1];
  if (!file) return null;
  await writeFile(to, file.bytes);
  return sniff(file.bytes)?.contentType ?? '';
}
