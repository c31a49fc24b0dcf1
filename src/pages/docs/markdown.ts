import markdownIt from 'markdown-it';
import { codeBlock } from './code.ts';
import { Html } from './html.ts';

export type Heading = { level: number; text: string; anchor: string };

const ELSEWHERE = /^(?:https?:|mailto:|#)/;
const FOLDER = '/docs/';

const renderer = markdownIt({ html: false, linkify: false, typographer: false });
const { rules } = renderer.renderer;
type Token = ReturnType<typeof renderer.parse>[number];

rules['fence'] = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  return codeBlock(content, info.trim().split(' ')[0] || 'text').text;
};
rules['table_open'] = () => '<div class="table" tabindex="0"><table>';
rules['table_close'] = () => '</table></div>';

/**
 * Converts a guide in Markdown to HTML, and lists its headings. Each heading gets an anchor and a link
 * to itself. HTML in the Markdown is shown as text. Links to other guides lose their `.md`.
 */
export function renderMarkdown(markdown: string): { html: Html; headings: Heading[] } {
  const environment = {};
  const tokens = renderer.parse(markdown, environment);
  const anchors = new Map<string, number>();
  const headings: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    for (const child of token.children ?? []) placeInSite(child);
    const content = tokens[index + 1];
    if (token.type !== 'heading_open' || !content) continue;
    const anchor = uniqueAnchor(content.content, anchors);
    token.attrSet('id', anchor);
    const text = (content.children ?? []).map((child) => child.content).join('');
    headings.push({ level: Number(token.tag.slice(1)), text, anchor });
    content.children?.push(...anchorTokens(anchor, text));
  }
  return {
    html: new Html(renderer.renderer.render(tokens, renderer.options, environment)),
    headings,
  };
}

/** Returns the HTML of a short text, such as a description. */
export function renderInline(markdown: string): Html {
  return new Html(renderer.renderInline(markdown));
}

/** Changes a link or image of a page to its address in the site. */
function placeInSite(token: Token): void {
  if (token.type === 'image') {
    token.attrSet('src', FOLDER + String(token.attrGet('src') ?? ''));
    token.attrSet('loading', 'lazy');
  }
  const href = token.type === 'link_open' ? String(token.attrGet('href') ?? '') : '#';
  if (ELSEWHERE.test(href)) return;
  token.attrSet('href', FOLDER + href.replace(/\.md(?=#|$)/, ''));
}

/** Returns the tokens of a link from a heading to itself. */
function anchorTokens(anchor: string, text: string): Token[] {
  const [paragraph] = renderer.parseInline(`[#](#${encodeURIComponent(anchor)})`, {});
  const tokens = paragraph?.children ?? [];
  tokens[0]?.attrSet('class', 'anchor');
  tokens[0]?.attrSet('aria-label', `Link to ${text}`);
  return tokens;
}

/** Returns the anchor of a heading, as GitHub makes it. */
function uniqueAnchor(heading: string, anchors: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const count = anchors.get(anchor) ?? 0;
  anchors.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
