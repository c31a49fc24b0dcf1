import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Framepress,
  RENDER_STATUSES,
  type RenderSessionSummary,
  type RenderStatus,
} from '@framepress/client';
import { AppError, expected } from '../../base/index.ts';
import { print, wholeNumber } from '../output.ts';
import { Interruption } from '../program/interruption.ts';
import { withRemote } from './remote-client.ts';

const POLL_MS = 2000;

/** Changes that are read at a time. Of more changes in two seconds, those of older sessions are left out. */
const MAX_CHANGES = 1000;

/** Sessions whose status is remembered. */
const MAX_REMEMBERED = 20_000;

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;
const MAX_TITLE_CHARACTERS = 60;
/** Characters of the columns before the title. */
const WIDTHS = [23, 17, 8, 19];

type Options = { follow?: boolean; status?: string; limit?: string; json?: boolean };

/** Prints the newest sessions, oldest first; with `--follow` also each later change of a status. */
export async function rendersCommand(options: Options): Promise<void> {
  const { follow, json } = options;
  const limit = wholeNumber(options.limit, '--limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw new AppError('invalid_request', expected(`1 to ${MAX_LIMIT}`, '--limit', limit));
  }
  const statuses = statusesOf(options.status);
  await withRemote(async (framepress) => {
    const filter = { limit: Math.min(limit, 100), ...(statuses && { status: statuses }) };
    const sessions = await framepress.renders.list(filter).toArray(limit);
    const printed = json && follow ? sessions.toReversed() : [{ render_sessions: sessions }];
    if (json) for (const session of printed) print(true, session, () => []);
    else print(false, {}, () => table(sessions));
    if (follow) await printChanges(framepress, sessions, statuses, json);
  });
}

/** Prints changes until SIGINT or SIGTERM. */
async function printChanges(
  framepress: Framepress,
  listed: readonly RenderSessionSummary[],
  statuses: readonly RenderStatus[] | undefined,
  json: boolean | undefined,
): Promise<void> {
  using stop = new Interruption();
  try {
    for await (const session of changedSessions(framepress, listed, stop.signal)) {
      if (statuses && !statuses.includes(session.status)) continue;
      print(json, session, () => [row(session)]);
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

/** Returns the statuses of `--status`, separated by commas. Throws `invalid_request` for an unknown one. */
function statusesOf(text: string | undefined): RenderStatus[] | undefined {
  const names = text?.split(',').map((name) => name.trim());
  const wrong = names?.find((name) => !RENDER_STATUSES.includes(name as RenderStatus));
  if (wrong === undefined) return names as RenderStatus[] | undefined;
  throw new AppError('invalid_request', expected('a status', '--status', wrong), {
    hint: `The statuses are ${RENDER_STATUSES.join(', ')}; several are separated by commas.`,
  });
}

/** Returns sessions as lines, the newest last. `sessions` begin with the newest. */
function table(sessions: readonly RenderSessionSummary[]): string[] {
  if (sessions.length === 0) return ['There are no render sessions.'];
  return [
    columns(['ID', 'STATUS', 'PROGRESS', 'UPDATED', 'TITLE']),
    ...sessions.map(row).reverse(),
  ];
}

/** Returns a session as a line of the table. */
function row({ id, status, render_progress, updated_at, title }: RenderSessionSummary): string {
  const progress = `${Math.floor(render_progress)} %`.padStart(8);
  return columns([
    id,
    status,
    progress,
    updated_at.slice(0, 19).replace('T', ' '),
    cleanTitle(title),
  ]);
}

/** Returns the cells of a line, padded to the widths of their columns. */
function columns(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd();
}

/** Returns a title for the terminal, cut and without characters that control the terminal. */
function cleanTitle(title: string): string {
  const text = title.replaceAll(/\p{C}/gu, '�');
  const characters = [...text];
  if (characters.length <= MAX_TITLE_CHARACTERS) return text;
  return `${characters.slice(0, MAX_TITLE_CHARACTERS - 1).join('')}…`;
}

/**
 * Yields each session whose status changed after `known` was read, until the signal fires. Reads
 * only the sessions that changed since the last request.
 */
async function* changedSessions(
  framepress: Framepress,
  listed: readonly RenderSessionSummary[],
  signal: AbortSignal,
): AsyncGenerator<RenderSessionSummary> {
  const statuses = new Map(listed.map(({ id, status }) => [id, status]));
  let since =
    listed
      .map(({ updated_at: at }) => at)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal });
    const filter = { updated_after: since, limit: 100 };
    const changed = await framepress.renders.list(filter, { signal }).toArray(MAX_CHANGES);
    changed.sort((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
    for (const session of changed) {
      const { id, status, updated_at: at } = session;
      if (at > since) since = at;
      if (statuses.get(id) === status) continue;
      statuses.delete(id);
      statuses.set(id, status);
      yield session;
    }
    for (const id of statuses.keys()) {
      if (statuses.size <= MAX_REMEMBERED) break;
      statuses.delete(id);
    }
  }
}
