import type {
  Framepress,
  Template,
  TemplateStyle,
  TemplateStyleVersion,
  TemplateStyleVersionSummary,
} from '@framepress/client';

/** Versions that the page of a template lists. */
const MAX_VERSIONS = 500;

export type TemplateDetails = {
  template: Template;
  styles: TemplateStyle[];
  versions: TemplateStyleVersionSummary[];
  /** The version that is shown; undefined if the template has none. */
  version: TemplateStyleVersion | undefined;
};

/**
 * Reads a template with its styles and versions, and one version whole: the named one, or the
 * default if the template lacks it.
 */
export async function readDetails(
  client: Framepress,
  id: string,
  { versionId, lang, signal }: { versionId: string | null; lang: string; signal: AbortSignal },
): Promise<TemplateDetails> {
  const [template, styles, versions] = await Promise.all([
    client.templates.get(id, { signal }),
    client.templates.styles(id, { signal }),
    client.versions.list({ template_id: id, limit: 100 }, { signal }).toArray(MAX_VERSIONS),
  ]);
  const chosen = versions.find((version) => version.id === versionId);
  const chosenId = chosen?.id ?? defaultVersion(styles, versions, lang);
  const version = chosenId ? await client.versions.get(chosenId, { signal }) : undefined;
  return { template, styles, versions, version };
}

/**
 * Returns the version that a person most likely wants: of the first style with ready versions, in
 * the own language, else in English. Without ready versions it is the newest. Undefined: there is
 * none.
 */
function defaultVersion(
  styles: readonly TemplateStyle[],
  versions: readonly Pick<TemplateStyleVersionSummary, 'id'>[],
  lang: string,
): string | undefined {
  const ready = styles.find((style) => Object.keys(style.version_ids).length > 0)?.version_ids;
  if (!ready) return versions[0]?.id;
  return ready[lang] ?? ready['en'] ?? Object.values(ready)[0];
}

/** Returns the version of a style in a language, or in another language that the style has. */
export function versionIn(style: TemplateStyle, language: string): string | undefined {
  return style.version_ids[language] ?? Object.values(style.version_ids)[0];
}
