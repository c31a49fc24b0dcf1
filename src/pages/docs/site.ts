import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { etagOf } from '../../http/index.ts';
import { anchorOf, type OpenApi, operationsOf } from './document.ts';
import { DOCS_FOLDER, type Guide, groupGuides, IMAGE, readGuides } from './guides.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { renderMarkdown } from './markdown.ts';
import { referenceBody } from './reference.ts';
import { referenceMarkdown } from './reference-markdown.ts';

type Entry = { title: string; place: string; url: string };

const SUMMARY =
  'Framepress is a self-hosted service that produces videos from Lottie templates and your content, over an HTTP API.';

/** A page or file as it is sent. `gzip` is null for images, which are compressed already. */
export type SiteFile = { type: string; etag: string; bytes: Buffer; gzip: Buffer | null };

type Content = { type: string; text: string };

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const PLAIN = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const ASSETS: Record<string, string> = {
  'style.css': CSS,
  'frame.css': CSS,
  'reference.css': CSS,
  'script.js': 'text/javascript; charset=utf-8',
};
const IMAGES: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
};
/** The address of the service in the samples of the guides. */
const SAMPLE_URL = 'http://127.0.0.1:4210';
const compress = promisify(gzip);

/** Returns the pages and files of the documentation, by path. They are made once, when they are requested. */
export function docsSite(document: () => OpenApi, publicUrl: () => string) {
  const files = new Map<string, Promise<SiteFile | undefined>>();
  let madeFor = '';
  let guides: Promise<Guide[]> | undefined;

  /** Returns the file at a path; undefined if there is none. */
  return function read(path: string): Promise<SiteFile | undefined> {
    const url = publicUrl();
    // The public URL may be known only after the service listens.
    if (madeFor !== url) files.clear();
    madeFor = url;
    const earlier = files.get(path);
    if (earlier) return earlier;
    guides ??= readGuides();
    const file = makeFile(path, { guides, document, url });
    // A path without a file is not remembered, so that strangers cannot fill the memory.
    const cachedFile = file.then((siteFile) => {
      if (!siteFile) files.delete(path);
      return siteFile;
    });
    files.set(path, cachedFile);
    cachedFile.catch(() => files.delete(path));
    return cachedFile;
  };
}

type Source = { guides: Promise<Guide[]>; document: () => OpenApi; url: string };

/**
 * Makes a file of the site; undefined for a path that the site does not have. Texts are compressed
 * here, once.
 */
async function makeFile(path: string, source: Source): Promise<SiteFile | undefined> {
  const image = /^\/docs\/(.+)$/.exec(path)?.[1] ?? '';
  if (IMAGE.test(image)) return imageFile(image);
  const content = await contentOf(path, source);
  if (!content) return undefined;
  const bytes = Buffer.from(content.text);
  return { type: content.type, etag: etagOf(bytes), bytes, gzip: await compress(bytes) };
}

/** Reads an image of the docs. `path` matches `IMAGE`, so it cannot lead out of the folder. */
async function imageFile(path: string): Promise<SiteFile | undefined> {
  try {
    const bytes = await readFile(`${DOCS_FOLDER}${path}`);
    const type = IMAGES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    return { type, etag: etagOf(bytes), bytes, gzip: null };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns a text of the site; undefined for a path that the site does not have. */
async function contentOf(path: string, source: Source): Promise<Content | undefined> {
  const { document, url } = source;
  const [, asset = ''] = /^\/docs\/assets\/([\w.]+)$/.exec(path) ?? [];
  const type = Object.hasOwn(ASSETS, asset) ? ASSETS[asset] : undefined;
  if (type !== undefined) {
    const text = await readFile(new URL(`./assets/${asset}`, import.meta.url), 'utf8');
    return { type, text };
  }
  const guides = await source.guides;
  switch (path) {
    case '/docs': {
      const content = await referenceBody(document(), guides, url);
      const markdownPath = '/docs/reference.md';
      const body = withSource(content, markdownPath);
      const page = { title: 'Reference', path, markdownPath, body };
      return { type: HTML, text: layout(page, guides, document()) };
    }
    case '/docs/reference.md':
      return { type: MARKDOWN, text: referenceMarkdown(document(), url) };
    case '/docs/search.json':
      return { type: JSON_TYPE, text: JSON.stringify(searchIndex(document(), guides)) };
    case '/llms.txt':
      return { type: PLAIN, text: llmsText(guides, url) };
    case '/llms-full.txt':
      return { type: PLAIN, text: llmsFullText(guides.map(atUrl(url)), url) };
    default: {
      const [, name, extension] = /^\/docs\/([\w-]+)(\.md)?$/.exec(path) ?? [];
      const named = guides.find((guide) => guide.name === name);
      if (!named) return undefined;
      const guide = atUrl(url)(named);
      if (extension !== undefined) return { type: MARKDOWN, text: guide.markdown };
      return { type: HTML, text: guidePage(guide, guides, document()) };
    }
  }
}

function guidePage(guide: Guide, guides: readonly Guide[], document: OpenApi): string {
  const { html: body, headings } = renderMarkdown(guide.markdown);
  const path = `/docs/${guide.name}`;
  const markdownPath = `${path}.md`;
  const note = withSource(body, markdownPath);
  return layout({ title: guide.title, path, markdownPath, body: note, headings }, guides, document);
}

function withSource(body: Html, path: string): Html {
  return html`${body}<p class="source"><a href="${path}">This page as Markdown</a></p>`;
}

/** Returns a function that puts the address of this service into the samples of a guide. */
function atUrl(url: string) {
  return (guide: Guide): Guide => ({
    ...guide,
    markdown: guide.markdown.replaceAll(SAMPLE_URL, url),
  });
}

/** Returns the pages as a list for language models, in the form of llmstxt.org. */
function llmsText(guides: readonly Guide[], url: string): string {
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
function llmsFullText(guides: readonly Guide[], url: string): string {
  const pages = groupGuides(guides).flatMap((group) => group.guides);
  const texts = pages.map(({ name, markdown }) => `<!-- ${url}/docs/${name}.md -->\n\n${markdown}`);
  return `# Framepress\n\n> ${SUMMARY}\n\n${texts.join('\n\n')}`;
}

/** Returns what the search of the pages finds: headings of guides, operations, events and schemas. */
function searchIndex(document: OpenApi, guides: readonly Guide[]): Entry[] {
  const operations = document.tags.flatMap(({ name }) =>
    operationsOf(document, name).map(({ method, path, operation }) => ({
      title: operation.summary,
      place: `${method} ${path} ${operation.operationId}`,
      url: `/docs#${operation.operationId}`,
    })),
  );
  const headings = guides.flatMap(({ name, title, markdown }) =>
    renderMarkdown(markdown).headings.map(({ level, text, anchor }) => ({
      title: text,
      place: level === 1 ? 'Guide' : title,
      url: level === 1 ? `/docs/${name}` : `/docs/${name}#${encodeURIComponent(anchor)}`,
    })),
  );
  const events = Object.keys(document.webhooks).map((type) => ({
    title: type,
    place: 'Event',
    url: `/docs#${anchorOf('event', type)}`,
  }));
  const schemas = Object.keys(document.components.schemas).map((name) => ({
    title: name,
    place: 'Schema',
    url: `/docs#${anchorOf('schema', name)}`,
  }));
  return [...operations, ...headings, ...events, ...schemas];
}
