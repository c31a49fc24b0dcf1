import { isatty } from 'node:tty';
import { pino } from 'pino';
import { type Log, logFields } from '../system/index.ts';

/**
 * JSON lines on stderr; stdout belongs to the commands' results. Without a level, `info` is logged. A terminal
 * is shared with the commands of its reader: there, only warnings and errors are.
 */
export function createLog(level: string | undefined, fd = 2, isTerminal = isatty(fd)): Log {
  return pino(
    {
      level: level ?? (isTerminal ? 'warn' : 'info'),
      base: null,
      mixin: logFields,
      hooks: { streamWrite: withoutQueries },
    },
    pino.destination({ dest: fd, sync: true }),
  );
}

/** Errors of libraries contain whole addresses. A query may be a signature, and user info a password. */
function withoutQueries(line: string): string {
  return line.replaceAll(
    /(https?:\/\/)(?:[^\s"\\/?#@]*@)?([^\s"\\?#]*)(\?[^\s"\\]*)?/gi,
    (_, scheme: string, address: string, query?: string) => scheme + address + (query ? '?…' : ''),
  );
}
