import { AppError } from '../../base/index.ts';
import type { Editor } from '../../database/index.ts';
import type { RouteDoc } from '../route.ts';

/**
 * Returns the error for an edit token that may not use a route, or undefined when it may. An edit
 * token may use the routes with `edit`, for its own session and the template version of that
 * session. `id` is the id in the request's path.
 */
export function editorRefusal(
  editor: Editor,
  { edit }: RouteDoc,
  id: string | undefined,
): AppError | undefined {
  if (edit === 'any') return undefined;
  if (edit === undefined) {
    return new AppError('forbidden', 'An edit token does not allow this request.', {
      hint: 'Send this request from your server, with a token from POST /oauth/token.',
    });
  }
  const allowedId = edit === 'session' ? editor.sessionId : editor.versionId;
  if (id === allowedId) return undefined;
  const what = edit === 'session' ? 'render session' : 'template style version';
  return new AppError('forbidden', `This edit token belongs to a different ${what}.`, {
    hint: `Use it for ${allowedId}.`,
  });
}
