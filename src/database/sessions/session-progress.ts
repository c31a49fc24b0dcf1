import { isOpenAccount } from '../accounts/accounts.ts';
import { noteChange } from '../noted-changes.ts';
import { atomicallyUnsynced, type Connection } from '../open.ts';
import {
  type Lead,
  ledBy,
  RENDERING,
  type RenderSession,
  type SessionPhase,
} from './render-session.ts';

type Progress = {
  phase: SessionPhase;
  percent: number;
  /** The estimated end of the render. */
  etaMs?: number | null;
  /** Only while it renders the session. */
  lead?: Lead;
};

/** The progress of sessions that are being rendered. A power cut may undo it; then the render is repeated. */
export function sessionProgressOf(db: Connection, nowMs: () => number) {
  return {
    /**
     * Starts a job of a session: writes of earlier starts are refused from now on. Returns undefined unless
     * the session is rendering and in this attempt, and unless its account is being deleted.
     */
    async begin(id: string, attempt: number): Promise<Lead | undefined> {
      return atomicallyUnsynced(db, (tx) =>
        tx
          .updateTable('renderSessions')
          .set((e) => ({ epoch: e('epoch', '+', 1) }))
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .where('attempt', '=', attempt)
          .where(isOpenAccount('renderSessions.accountId'))
          .returning(['attempt', 'epoch'])
          .executeTakeFirst(),
      );
    },

    /** The fields of a session that change while it is rendered. Cheap, to be polled. */
    async progressOf(
      id: string,
    ): Promise<Pick<RenderSession, 'status' | 'phase' | 'progress'> | undefined> {
      return db
        .selectFrom('renderSessions')
        .select(['status', 'phase', 'progress'])
        .where('id', '=', id)
        .executeTakeFirst();
    },

    /**
     * Stores phase and progress of a session that is rendering. Progress never falls and stays below
     * 100. Returns false when the session is not rendering, or another lead renders it.
     */
    async progress(id: string, { phase, percent, etaMs = null, lead }: Progress): Promise<boolean> {
      const wholePercent = Math.min(99, Math.max(0, Math.floor(percent)));
      const { numUpdatedRows } = await atomicallyUnsynced(db, (tx) => {
        noteChange(tx, id);
        return tx
          .updateTable('renderSessions')
          .set((e) => ({
            phase,
            progress: e
              .case()
              .when('progress', '<', wholePercent)
              .then(wholePercent)
              .else(e.ref('progress'))
              .end(),
            // Once known, the end stays known.
            etaMs: etaMs ?? e.ref('etaMs'),
            updatedAtMs: nowMs(),
          }))
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .$if(lead !== undefined, (query) => query.where(ledBy(lead as Lead)))
          .executeTakeFirstOrThrow();
      });
      return numUpdatedRows > 0n;
    },

    /** Stores the seconds that parts of the render have taken so far. `finish` stores all of them. */
    async saveTimings(id: string, timings: Record<string, number>, lead: Lead): Promise<void> {
      await atomicallyUnsynced(db, (tx) =>
        tx
          .updateTable('renderSessions')
          .set({ timings })
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .where(ledBy(lead))
          .execute(),
      );
    },

    /** Returns the number of an account's sessions that are composed or drawn. */
    async runningCount(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('renderSessions')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('status', 'in', RENDERING)
        .where('phase', 'not in', ['queued', 'fetching'])
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Returns the earliest expected end of an account's renders; null while it is unknown. */
    async nextEnd(accountId: string): Promise<number | null> {
      const { end } = await db
        .selectFrom('renderSessions')
        .select((e) => e.fn.min<number | null>('etaMs').as('end'))
        .where('accountId', '=', accountId)
        .where('status', 'in', RENDERING)
        .executeTakeFirstOrThrow();
      return end;
    },

    /** From now on, a session that the lead renders can be played. Returns false for another lead. */
    async setPlayable(id: string, hlsKey: string, lead: Lead): Promise<boolean> {
      const { numUpdatedRows } = await atomicallyUnsynced(db, (tx) =>
        tx
          .updateTable('renderSessions')
          .set({ hlsKey, updatedAtMs: nowMs() })
          .where('id', '=', id)
          .where('status', 'in', RENDERING)
          .where(ledBy(lead))
          .executeTakeFirstOrThrow(),
      );
      return numUpdatedRows > 0n;
    },
  };
}
