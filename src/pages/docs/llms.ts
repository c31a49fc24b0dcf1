import { type Guide, groupGuides } from './guides.ts';

const SUMMARY =
  'Framepress is a self-hosted service that produces videos from Lottie templates and your content, over an HTTP API.';

/** Returns the pages as a list for language models, in the form of llmstxt.org. */
export function llmsText(guides: readonly Guide[], url: string): string {
  const groups = groupGuides(guides).map(({ group, guides: pages }) => {
    const lines = pages.map(
      ({ name, title, summary }) => `- [${title}](${url}/docs/${name}.md): ${summary}`,
    );
    return `## ${group}\n\n${lines.join('\n')}\n`;
  });
  const reference = `## Reference\n\n- [Reference](${url}/docs/reference.md): all operations, events and schemas\n- [OpenAPI document](${url}/openapi.json): the same for programs\n- [Everything in one file](${url}/llms-full.txt): all guides\n`;
  return [`# Framepress\n\n> ${SUMMARY}\n`, ...groups, reference].join('\n');
}

/** Returns all guides in one text, in the order of reading. */
export function llmsFullText(guides: readonly Guide[], url: string): string {
  const pages = groupGuides(guides).flatMap((group) => group.guides);
  const texts = pages.map(({ name, markdown }) => `<!-- ${url}/docs/${name}.md -->\n\n${markdown}`);
  return `# Framepress\n\n> ${SUMMARY}\n\n${texts.join('\n\n')}`;
}
