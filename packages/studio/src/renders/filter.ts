/** The filters of the list of renders, which are in the URL so that a link shows the same list. */

export const STATUSES = [
  'draft',
  'preview_rendering',
  'preview_rendered',
  'final_rendering',
  'final_rendered',
  'failed',
  'canceled',
] as const;
export type Status = (typeof STATUSES)[number];

export type Filter = {
  q: string;
  statuses: Status[];
  templateId: string;
  /** The id of the person or client who made the videos. */
  makerId: string;
  batchId: string;
  /** First and last day, in the time zone of the browser: `2026-11-20`. */
  from: string;
  to: string;
  metadata: [string, string][];
};

const MAX_TEXT = 200;
const MAX_METADATA = 5;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the filter of a URL. Values that are no filter are left out. */
export function filterOf(query: URLSearchParams): Filter {
  const dayOf = (name: string) => {
    const day = query.get(name) ?? '';
    return DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : '';
  };
  const statuses = (query.get('status') ?? '').split(',');
  return {
    q: (query.get('q') ?? '').slice(0, MAX_TEXT),
    statuses: STATUSES.filter((status) => statuses.includes(status)),
    templateId: (query.get('template') ?? '').slice(0, MAX_TEXT),
    makerId: (query.get('by') ?? '').slice(0, MAX_TEXT),
    batchId: (query.get('batch') ?? '').slice(0, MAX_TEXT),
    from: dayOf('from'),
    to: dayOf('to'),
    metadata: query
      .getAll('metadata')
      .slice(0, MAX_METADATA)
      .flatMap((text): [string, string][] => {
        const at = text.indexOf('=');
        return at > 0 ? [[text.slice(0, at).trim(), text.slice(at + 1).trim()]] : [];
      }),
  };
}

/** Returns the query of a URL, empty without filters. */
export function queryOf(filter: Filter): string {
  const query = new URLSearchParams();
  if (filter.q.trim() !== '') query.set('q', filter.q.trim());
  if (filter.statuses.length > 0) query.set('status', filter.statuses.join(','));
  if (filter.templateId !== '') query.set('template', filter.templateId);
  if (filter.makerId !== '') query.set('by', filter.makerId);
  if (filter.batchId !== '') query.set('batch', filter.batchId);
  if (filter.from !== '') query.set('from', filter.from);
  if (filter.to !== '') query.set('to', filter.to);
  for (const [key, value] of filter.metadata) query.append('metadata', `${key}=${value}`);
  return query.size > 0 ? `?${query}` : '';
}

/** Whether a filter differs from the one that shows all. */
export function isFiltered(filter: Filter): boolean {
  return queryOf(filter) !== '';
}

/** Returns the parameters of the API. The last day is included. */
export function parametersOf(filter: Filter) {
  const { q, statuses, templateId, makerId, batchId, from, to, metadata } = filter;
  return {
    ...(q.trim() !== '' && { q: q.trim() }),
    ...(statuses.length > 0 && { status: statuses }),
    ...(templateId !== '' && { template_id: templateId }),
    ...(makerId !== '' && { created_by: makerId }),
    ...(batchId !== '' && { batch_id: batchId }),
    ...(from !== '' && { created_after: startOf(from, 0) }),
    ...(to !== '' && { created_before: startOf(to, 1) }),
    ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
  };
}

/** The start of a day, or of a day after it, in the time zone of the browser. */
function startOf(day: string, daysLater: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater);
}
