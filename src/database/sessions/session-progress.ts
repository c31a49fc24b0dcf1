import { atomicallyUnsynced, type Connection } from '../open.ts';
import { RENDERING, type RenderSession, type SessionPhase } from './render-session.ts';

type Progress = {
  phase: SessionPhase;
  percent: number;
  /** The estimated end of the render. */
  etaMs?: number | null;
  /** Only while the session is in this attempt. */
  attempt?: number;
};

/** The progress of sessions that are being rendered. A power cut may undo it; then the render is repeated. */
export function sessionProgressOf(db: Connection, nowMs: () => number) {
  return {
    /** The fields of a session that change while it is rendered. Cheap, to be polled. */
    async progressOf(
      id: string,
    ): Promise<Pick<RenderSession, 'status' | 'phase' | 'progress'> | undefined> {
      const row = await db
        .selectFrom('render_sessions')
        .select(['status', 'phase', 'progress'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row as Pick<RenderSession, 'status' | 'phase' | 'progress'> | undefined;
    },

    /**
     * Stores phase and progress of a session that is rendering. Progress never falls and stays below
     * 100. Returns false when the session is not rendering, or is in another attempt.
     */
    async progress(
      id: string,
      { phase, percent, etaMs = null, attempt }: Progress,
    ): Promise<boolean> {
      const whole = Math.min(99, Math.max(0, Math.floor(percent)));
      const { numUpdatedRows } = await atomicallyUnsynced(db, (tx) =>
        tx
          .updateTable('render_sessions')
          .set((e) => ({
            phase,
            progress: e
              .case()
              .when('progress', '<', whole)
              .then(whole)
              .else(e.ref('progress'))
              .end(),
            // Once known, the end stays known.
            eta_at: etaMs ?? e.ref('eta_at'),
            updated_at: nowMs(),
          }))
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt ?? 0))
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },

    /** Stores the seconds that parts of the render have taken so far. `finish` stores all of them. */
    async saveTimings(id: string, timings: Record<string, number>, attempt: number): Promise<void> {
      await atomicallyUnsynced(db, (tx) =>
        tx
          .updateTable('render_sessions')
          .set({ timings: JSON.stringify(timings) })
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .where('attempt', '=', attempt)
          .execute(),
      );
    },

    /** Returns the number of an account's sessions that are composed or drawn. */
    async runningCount(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('render_sessions')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('status', 'in', RENDERING)
        .where('phase', 'not in', ['queued', 'fetching'])
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns the earliest expected end of an account's renders; null while it is unknown. */
    async nextEnd(accountId: string): Promise<number | null> {
      const { end } = await db
        .selectFrom('render_sessions')
        .select((e) => e.fn.min<number | null>('eta_at').as('end'))
        .where('account_id', '=', accountId)
        .where('status', 'in', RENDERING)
        .executeTakeFirstOrThrow();
      return end;
    },

    /** From now on, a session that is rendering can be played. */
    async setPlayable(id: string, hlsKey: string): Promise<void> {
      await atomicallyUnsynced(db, (tx) =>
        tx
          .updateTable('render_sessions')
          .set({ hls_key: hlsKey, updated_at: nowMs() })
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .execute(),
      );
    },
  };
}
