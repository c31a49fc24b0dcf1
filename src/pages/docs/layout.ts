import { type OpenApi, operationsOf } from './document.ts';
import { type Guide, groupGuides } from './guides.ts';
import { type Html, html } from './html.ts';
import type { Heading } from './markdown.ts';

type Page = {
  title: string;
  /** The path of the page, such as `/docs/sessions`. */
  path: string;
  /** The path of the page as Markdown. */
  markdownPath?: string;
  body: Html;
  /** The headings of the page, for the list beside it. */
  headings?: readonly Heading[];
};

/** Returns a whole page: the menu with guides and operations, and its content. */
export function layout(page: Page, guides: readonly Guide[], document: OpenApi): string {
  const { title, path, body, headings = [], markdownPath } = page;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Framepress</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/style.css">
<link rel="stylesheet" href="/docs/assets/frame.css">
<link rel="stylesheet" href="/docs/assets/reference.css">
${markdownPath !== undefined && html`<link rel="alternate" type="text/markdown" href="${markdownPath}">`}
<script src="/docs/assets/script.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/docs">Framepress</a>
<div class="search" role="search" hidden>
<label for="search-text" class="unseen">Search</label>
<input id="search-text" type="search" placeholder="Search (press /)" autocomplete="off" role="combobox"
aria-expanded="false" aria-controls="search-results" aria-autocomplete="list">
<ul id="search-results" role="listbox" aria-label="Results" hidden></ul>
</div>
<button class="menu-button" type="button" aria-expanded="false" aria-controls="menu" hidden>Menu</button>
</header>
<div class="frame">
<nav id="menu" aria-label="Documentation">${navigation(path, guides, document)}</nav>
<main id="content" class="${headings.length > 2 ? 'with-outline' : ''}">
<article>${body}</article>
${headings.length > 2 && outline(headings)}
</main>
</div>
</body>
</html>
`.text;
}

/**
 * Returns the links to all guides and operations. The link to `path` is marked as the current page.
 */
function navigation(path: string, guides: readonly Guide[], document: OpenApi): Html {
  const link = (href: string, text: string | Html) =>
    html`<li><a href="${href}"${href === path && html` aria-current="page"`}>${text}</a></li>`;
  return html`${groupGuides(guides).map(
    ({ group, guides: pages }) =>
      html`<h2>${group}</h2><ul>${pages.map(({ name, title }) => link(`/docs/${name}`, title))}</ul>`,
  )}
<h2>Reference</h2>
<ul>${link('/docs', 'All operations')}</ul>
${document.tags.map(
  ({ name }) =>
    html`<details${path === '/docs' && html` open`}><summary>${name}</summary><ul>${operationsOf(
      document,
      name,
    ).map(({ method, operation }) =>
      link(
        `/docs#${operation.operationId}`,
        html`<span class="method ${method.toLowerCase()}">${method}</span><span>${operation.operationId}</span>`,
      ),
    )}</ul></details>`,
)}
<ul>${link('/docs#events', 'Events')}${link('/docs#schemas', 'Schemas')}
<li><a href="/openapi.json">openapi.json</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>`;
}

function outline(headings: readonly Heading[]): Html {
  const entries = headings.filter(({ level }) => level === 2 || level === 3);
  return html`<aside aria-label="On this page"><h2>On this page</h2><ul>${entries.map(
    ({ level, text, anchor }) =>
      html`<li class="level-${level}"><a href="#${encodeURIComponent(anchor)}">${text}</a></li>`,
  )}</ul></aside>`;
}
