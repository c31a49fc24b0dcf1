import { pino } from 'pino';

/** Structured logging: `log.info({ sessionId }, 'rendered')`. */
export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'> & {
  child(bindings: Record<string, unknown>): Log;
};

/** JSON lines on stderr; stdout belongs to the commands' results. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));
}

export const silentLog: Log = pino({ level: 'silent' });
