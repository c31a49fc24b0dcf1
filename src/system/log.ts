import type { pino } from 'pino';

/** Structured logging: `log.info({ sessionId }, 'rendered')`. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: Record<string, unknown>): Log;
};

const nothing = () => undefined;

export const silentLog: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLog,
};
