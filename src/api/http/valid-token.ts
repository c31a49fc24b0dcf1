import type { FastifyRequest } from 'fastify';

/** Interval at which the token of a request that waits is checked again. */
const CHECK_MS = 1000;

/** Returns a signal that fires when the token of a request is revoked or expires. Dispose it at the end. */
export function whileTokenIsValid(request: FastifyRequest): Disposable & { signal: AbortSignal } {
  const ended = new AbortController();
  const timer = setInterval(() => {
    request.hasValidToken?.().then(
      (isValid) => isValid || ended.abort(),
      // The database cannot be read now; the next check decides.
      () => undefined,
    );
  }, CHECK_MS);
  return { signal: ended.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
