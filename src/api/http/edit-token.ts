import { AppError } from '../../base/index.ts';
import type { Editor } from '../../database/index.ts';
import type { RouteDoc } from './route.ts';

/**
 * Why an edit token may not use a route; undefined where it may. It opens the routes that say so, for
 * its own session and the template version of that session. `id` is the one in the request's path.
 */
export function editorRefusal(
  editor: Editor,
  { edit }: RouteDoc,
  id: string | undefined,
): AppError | undefined {
  if (edit === 'any') return undefined;
  if (edit === undefined) {
    return new AppError('forbidden', 'An edit token does not open this part of the API.', {
      hint: 'Send this request from your server, with a token from POST /oauth/token.',
    });
  }
  const own = edit === 'session' ? editor.sessionId : editor.versionId;
  if (id === own) return undefined;
  const what = edit === 'session' ? 'render session' : 'template style version';
  return new AppError('forbidden', `This edit token is for another ${what}.`, {
    hint: `It opens ${own}.`,
  });
}
