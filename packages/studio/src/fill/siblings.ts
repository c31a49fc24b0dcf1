import type { Framepress, TemplateStyleVersion } from '@framepress/client';

export type SiblingVersion = { versionId: string; name: string; width: number; height: number };

const MAX_SIBLINGS = 4;

/** Returns the other sizes of a template in the same language, which can show the same mapping. */
export async function siblingsOf(
  client: Framepress,
  { template_id: templateId, template_style_id: styleId, language }: TemplateStyleVersion,
  signal: AbortSignal,
): Promise<SiblingVersion[]> {
  const styles = await client.templates.styles(templateId, { signal });
  return styles
    .flatMap(({ id, name, width, height, version_ids: versions }) => {
      const versionId = versions[language];
      return id !== styleId && versionId && width && height
        ? [{ versionId, name, width, height }]
        : [];
    })
    .slice(0, MAX_SIBLINGS);
}
