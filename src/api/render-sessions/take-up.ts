import type { SessionStart } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';
import { dispatch } from '../http/dispatch.ts';

/** Hands a session that has been started to those who render; one that they cannot take has failed. */
export async function takeUp(
  { actions, db }: Pick<ApiContext, 'actions' | 'db'>,
  start: SessionStart,
): Promise<void> {
  await dispatch(
    () => actions.sessionStarted(start),
    (errors) => db.renderSessions.finish(start.id, 'failed', { errors, phase: 'done' }, start.starts),
  );
}
