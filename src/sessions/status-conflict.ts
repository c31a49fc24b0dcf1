import { AppError, findMessage, say } from '../base/index.ts';
import type { RenderSession } from '../database/index.ts';

/** What to do with a session that has another status than a request needs. */
type Hints = Partial<Record<RenderSession['status'], string>>;

export const RENDER_HINTS: Hints = {
  preview_rendering: 'Wait until the preview is rendered.',
  failed: 'POST …/retry renders a failed session again.',
};

const COPY = 'POST …/copy makes a new draft of the session.';
const STOP = 'POST …/copy makes a new draft of the session. POST …/cancel stops the render.';
export const EDIT_HINTS: Hints = {
  preview_rendering: STOP,
  final_rendering: STOP,
  preview_rendered: COPY,
  final_rendered: COPY,
  failed: COPY,
  canceled: COPY,
};

const WAIT = 'Wait until the render has ended.';
export const RETRY_HINTS: Hints = {
  draft: 'POST …/render starts a draft.',
  preview_rendering: WAIT,
  final_rendering: WAIT,
  preview_rendered: 'POST …/render with render: final renders its final.',
};

/**
 * The error of a request that needs another status. `expectation` says which; `hints` say what to do for the
 * status that the session has.
 */
export function statusConflict(
  { id, status }: Pick<RenderSession, 'id' | 'status'>,
  expectation: string,
  hints: Hints,
): AppError {
  const hint = hints[status] ?? 'Create a new session.';
  return new AppError(
    'conflict',
    say`Expected ${findMessage(expectation)} but ${id} is ${status}.`,
    { hint },
  );
}
