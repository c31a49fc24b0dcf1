import { pino } from 'pino';
import type { Log } from './base/index.ts';

/** JSON lines on stderr; stdout belongs to the commands' results. */
export function createLog(level: string): Log {
  return pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));
}
