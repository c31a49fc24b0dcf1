import { anchorOf, type OpenApi, operationsOf } from './document.ts';
import type { Guide } from './guides.ts';
import { renderMarkdown } from './markdown.ts';

type Entry = { title: string; place: string; url: string };

/** Returns what the search of the pages finds: headings of guides, operations, events and schemas. */
export function searchIndex(document: OpenApi, guides: readonly Guide[]): Entry[] {
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
