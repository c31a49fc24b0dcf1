import { type Clock, systemClock } from '../base/index.ts';
import { clientsOf } from './clients.ts';
import { idempotencyOf } from './idempotency.ts';
import { connect } from './open.ts';
import { renderSessionsOf } from './render-sessions.ts';
import { templateVersionsOf } from './template-versions.ts';

/** Framepress's own tables, one property a resource. */
export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Opens the database file, made and migrated as needed. */
export async function openDatabase(path: string, clock: Clock = systemClock) {
  const db = await connect(path);
  const nowMs = () => clock.nowMs();
  return {
    clients: clientsOf(db, nowMs),
    templateVersions: templateVersionsOf(db, nowMs),
    renderSessions: renderSessionsOf(db, nowMs),
    idempotency: idempotencyOf(db, nowMs),
    /** Throws where the file cannot be read. */
    ping: async () => {
      await db.selectFrom('accounts').select('id').limit(1).execute();
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

export type { Caller } from './clients.ts';
export { DEFAULT_ACCOUNT } from './clients.ts';
export { RENDERING, type NewSession, type RenderSession, type SessionPhase, type SessionResult, type SessionStatus } from './render-sessions.ts';
export type { NewVersion, TemplateVersion, VersionStatus } from './template-versions.ts';
