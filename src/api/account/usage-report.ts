import { setImmediate } from 'node:timers/promises';
import { AppError, expected } from '../../base/index.ts';
import { type DailyUsage, type Database, dayOf, NO_USE, type Usage } from '../../database/index.ts';
import { MAX_DAYS } from './schema.ts';

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = 30;
/** Days that are read at once. Other requests are answered in between. */
const DAYS_AT_ONCE = 31;
const MAX_ENTRIES = 10_000;

/** The days of a report, inclusive. */
export type Days = { from: string; to: string };
export type Grouping = 'day' | 'template' | 'day,template';

type Entry = Usage & { day?: string; templateId?: string };

/** Returns the days that a query requests. Throws `invalid_request` for too many days or none. */
export function daysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  nowMs: number,
): Days {
  const last = to ?? dayOf(nowMs);
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  const count = (msOf(last) - msOf(first)) / DAY_MS + 1;
  if (count >= 1 && count <= MAX_DAYS) return { from: first, to: last };
  if (count < 1) {
    const what = `a day up to ${last}, the last day,`;
    const message = expected(what, 'the query parameter from', first);
    throw new AppError('invalid_request', message, { pointer: '/from' });
  }
  const message = expected(`at most ${MAX_DAYS} days`, 'the query parameters from and to', count);
  const hint = 'Send several requests, each for a part of the time.';
  throw new AppError('invalid_request', message, { pointer: '/from', hint });
}

/**
 * Returns the use of an account from one day to another, both included, grouped, with the sum of
 * all entries. Other requests run between the reads. Throws for too many entries.
 */
export async function readUsage(
  db: Pick<Database, 'usage'>,
  accountId: string,
  { from, to }: Days,
  grouping: Grouping,
): Promise<{ entries: Entry[]; totals: Usage }> {
  const entries = new Map<string, Entry>();
  const totals = { ...NO_USE };
  // Numbers, because as text the day after 9999-12-31 precedes it.
  const [firstMs, lastMs] = [msOf(from), msOf(to)];
  for (let ms = firstMs; ms <= lastMs; ms += DAYS_AT_ONCE * DAY_MS) {
    const endMs = Math.min(ms + (DAYS_AT_ONCE - 1) * DAY_MS, lastMs);
    for (const row of await db.usage.between(accountId, dayOf(ms), dayOf(endMs))) {
      const group = groupOf(row, grouping);
      const key = `${group.day} ${group.templateId}`;
      const entry = entries.get(key) ?? { ...group, ...NO_USE };
      entries.set(key, entry);
      addUsage(entry, row);
      addUsage(totals, row);
    }
    if (entries.size > MAX_ENTRIES) throw tooMany();
    await setImmediate();
  }
  return { entries: [...entries.values()], totals };
}

/** Returns the fields by which a row is grouped. */
function groupOf({ day, templateId }: DailyUsage, grouping: Grouping) {
  return { ...(grouping !== 'template' && { day }), ...(grouping !== 'day' && { templateId }) };
}

/** Adds to the usage `sum` in place. */
function addUsage(sum: Usage, more: Usage): void {
  sum.renders += more.renders;
  sum.failedRenders += more.failedRenders;
  sum.videoSeconds += more.videoSeconds;
  sum.frames += more.frames;
  sum.cpuSeconds += more.cpuSeconds;
  sum.bytes += more.bytes;
  sum.speechCharacters += more.speechCharacters;
  sum.transcriptionSeconds += more.transcriptionSeconds;
}

function tooMany(): AppError {
  const message = `The report has more than ${MAX_ENTRIES} entries.`;
  const hint = 'Request fewer days, or group_by=day.';
  return new AppError('invalid_request', message, { pointer: '/group_by', hint });
}

function addDays(day: string, count: number): string {
  return dayOf(msOf(day) + count * DAY_MS);
}

function msOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
