import type { Framepress, Template, TemplateStyleVersionSummary } from '@framepress/client';
import { nameText } from '../words.ts';

const MAX_TEMPLATES = 500;
const MAX_VERSIONS = 2000;
const PAGE = 100;

export type TemplateNames = {
  templates: readonly Template[];
  versions: ReadonlyMap<string, TemplateStyleVersionSummary>;
  /** The name for people of the template of a version; undefined if it was deleted. */
  nameOf(versionId: string): string | undefined;
};

export const NO_NAMES: TemplateNames = {
  templates: [],
  versions: new Map(),
  nameOf: () => undefined,
};

/** Reads the names of the account's templates, so that pages do not show ids. */
export async function readTemplateNames(
  client: Framepress,
  signal: AbortSignal,
): Promise<TemplateNames> {
  const limit = { limit: PAGE };
  const [templates, versions] = await Promise.all([
    client.templates.list(limit, { signal }).toArray(MAX_TEMPLATES),
    client.versions.list(limit, { signal }).toArray(MAX_VERSIONS),
  ]);
  const templateNames = new Map(templates.map(({ id, name }) => [id, name]));
  const byId = new Map(versions.map((version) => [version.id, version]));
  return {
    templates,
    versions: byId,
    nameOf: (versionId) => {
      const version = byId.get(versionId);
      return version && nameText(templateNames.get(version.template_id), version.name);
    },
  };
}
