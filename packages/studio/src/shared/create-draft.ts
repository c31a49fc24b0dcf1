import type { Framepress, RenderSession, TemplateStyleVersion } from '@framepress/client';

/** Creates a draft that shows the examples of a version until they are replaced. */
export async function createDraft(
  client: Framepress,
  { id, name }: Pick<TemplateStyleVersion, 'id' | 'name'>,
): Promise<RenderSession> {
  const { session } = await client.renders.create({
    title: name || 'Video',
    mapping: { template_style_version_id: id, resources: {} },
  });
  return session;
}
