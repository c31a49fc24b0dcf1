import { type CallOptions, Framepress, FramepressError } from '@framepress/client';

/** Sends a file with a call of the client. `request` is what is sent beside the file. */
export type Upload = <Answer>(
  file: File,
  request: object,
  send: (client: Framepress, options: CallOptions) => PromiseLike<Answer>,
) => Promise<Answer>;

/**
 * Returns the call that sends files. A person repeats a failed upload. It gets the same idempotency key while
 * there was no answer, because the service may have received the file.
 */
export function uploads(server: string, csrf: () => string, onUnauthorized: () => void): Upload {
  const client = new Framepress({ baseUrl: server, token: '', retries: 0 });
  const unanswered = new WeakMap<File, { request: string; idempotencyKey: string }>();
  return async (file, body, send) => {
    const request = JSON.stringify(body);
    let attempt = unanswered.get(file);
    if (attempt?.request !== request) {
      const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-');
      attempt = { request, idempotencyKey };
      unanswered.set(file, attempt);
    }
    const { idempotencyKey } = attempt;
    try {
      const headers = { 'x-framepress-csrf': csrf() };
      const answer = await send(client, { headers, idempotencyKey });
      unanswered.delete(file);
      return answer;
    } catch (error) {
      const { status = 0 } = error instanceof FramepressError ? error : {};
      if (status > 0) unanswered.delete(file);
      if (status === 401) onUnauthorized();
      throw error;
    }
  };
}
