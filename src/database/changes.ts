import { sql } from 'kysely';
import type { Connection } from './open.ts';

/** The subjects that clients wait for. That of an account are its events. */
export type WatchedSubject = 'session' | 'batch' | 'version' | 'account';

const STATES: Record<WatchedSubject, [table: string, state: string]> = {
  session: [
    'render_sessions',
    "attempt || ' ' || status || ' ' || phase || ' ' || progress || ' ' || updated_at",
  ],
  batch: ['batches', "status || ' ' || updated_at"],
  version: ['template_style_versions', "status || ' ' || updated_at"],
  account: [
    'accounts',
    "coalesce((select max(e.created_at) from events e where e.account_id = accounts.id), 0) || ''",
  ],
};

/** Reads the states of many subjects at once, for all clients that wait for them. */
export function changesOf(db: Connection) {
  return {
    /**
     * Returns a text by id for the subjects that exist. The text changes when a waiting client has to look
     * again; it has no other meaning.
     */
    async statesOf(subject: WatchedSubject, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const list = sql.join(ids);
      const [table, state] = STATES[subject];
      const { rows } = await sql<{ id: string; state: string }>`
        select id, ${sql.raw(state)} as state from ${sql.table(table)} where id in (${list})`.execute(
        db,
      );
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
  };
}
