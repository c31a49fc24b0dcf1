import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../system/index.ts';

export const DOCS_FOLDER = fileURLToPath(new URL('docs/', PACKAGE_ROOT));

/** A page of docs/, or README.md as `overview`. `markdown` has links within the site only. */
export type Guide = { name: string; title: string; summary: string; markdown: string };

/** The pages in the order of reading. Other pages follow them. */
const ORDER: Record<string, readonly string[]> = {
  Start: ['overview', 'quickstart', 'glossary'],
  Use: [
    ...[
      'templates',
      'bundled-templates',
      'media',
      'captions',
      'formats',
      'sessions',
      'live-frames',
      'editor',
      'batches',
      'playing',
    ],
    ...['delivery', 'webhooks', 'errors'],
  ],
  Operate: ['operations', 'monitoring', 'scaling', 'performance', 'architecture'],
};
const OTHERS = 'Use';
const OVERVIEW = 'overview';

/** Returns all guides with their names, in alphabetical order. Decisions are not guides. */
export async function readGuides(): Promise<Guide[]> {
  const files = (await readdir(DOCS_FOLDER)).filter((file) => file.endsWith('.md')).sort();
  const names = new Set([OVERVIEW, ...files.map((file) => file.replace(/\.md$/, ''))]);
  const guides = files.map(async (file) => {
    const text = await readFile(`${DOCS_FOLDER}${file}`, 'utf8');
    return guideOf(file.replace(/\.md$/, ''), text, names);
  });
  const readme = await readFile(new URL('README.md', PACKAGE_ROOT), 'utf8');
  return [guideOf(OVERVIEW, readme, names), ...(await Promise.all(guides))];
}

/** Returns the guides in groups, in the order of reading. */
export function groupGuides(guides: readonly Guide[]): { group: string; guides: Guide[] }[] {
  const listed = new Set(Object.values(ORDER).flat());
  return Object.entries(ORDER).map(([group, names]) => ({
    group,
    guides: [
      ...names.flatMap((name) => guides.find((guide) => guide.name === name) ?? []),
      ...(group === OTHERS ? guides.filter(({ name }) => !listed.has(name)) : []),
    ],
  }));
}

/** Returns a guide with its title and its first sentence as the summary. */
function guideOf(name: string, text: string, names: ReadonlySet<string>): Guide {
  const markdown = withLinks(text, names);
  const [, heading = name] = /^# (.+)$/m.exec(markdown) ?? [];
  const title = name === OVERVIEW ? 'Overview' : heading;
  return { name, title, summary: firstSentence(markdown), markdown };
}

/**
 * Returns the first sentence as plain text. Guides begin with what a reader can do afterwards, which
 * a list of guides need not repeat.
 */
function firstSentence(markdown: string): string {
  const [paragraph = ''] = markdown
    .split('\n\n')
    .filter((part) => part.trim() !== '' && !part.startsWith('#'));
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`]/g, '');
  const [sentence = plain] = /^.*?[.!?:](?= |$)/.exec(plain) ?? [];
  const short = sentence.replace(/^After reading this page you (?:can|know) /, '');
  return short.charAt(0).toUpperCase() + short.slice(1).replace(/:$/, '.');
}

/**
 * Changes the links of a page: to other guides by their name with `.md`, to images from the folder of
 * the docs. The text of a link to a file that is not served stays, without the link.
 */
function withLinks(text: string, names: ReadonlySet<string>): string {
  return text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(LINK, replaceLink)))
    .join('');

  /**
   * Replaces the address of a link to a page of the docs with its address in this site. A link to
   * another file of the repository becomes plain text, because the site does not have the file.
   */
  function replaceLink(link: string, mark: string, label: string, target: string): string {
    if (/^(?:https?:|mailto:|#)/.test(target)) return link;
    const [path = '', anchor] = target.split('#');
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const inDocs = path.replace(/^(?:\.\.\/)?README\.md$/, `${OVERVIEW}.md`).replace(/^docs\//, '');
    const name = inDocs.replace(/\.md$/, '');
    if (inDocs.endsWith('.md') && names.has(name)) return `${mark}[${label}](${inDocs}${hash})`;
    if (IMAGE.test(inDocs)) return `${mark}[${label}](${inDocs})`;
    return label;
  }
}

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;
/** Images that are served: files of docs/ and docs/images/. */
export const IMAGE = /^(?:images\/)?(?:[\w-]+\/)?[\w-]+\.(?:webp|jpg|png|svg)$/;
