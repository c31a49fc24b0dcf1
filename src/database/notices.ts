import { EventEmitter } from 'node:events';

/**
 * Messages between the processes that share a database. A message may be lost, so that every listener also
 * reads the rows from time to time. A listener gets an empty message after messages may have been lost.
 */
export type Notices = {
  /** Whether messages reach other processes, too. Otherwise their changes are found only by polling. */
  reachAll: boolean;
  /** `channel` is a word of lower-case letters and `_`. Disposing the result ends the listening. */
  listen(channel: string, onMessage: (message: string) => void): Promise<AsyncDisposable>;
  /** Sends a message of at most 8000 bytes. One that cannot be sent is lost, without an error. */
  notify(channel: string, message: string): Promise<void>;
};

/** The notices of a process that has the database for itself. */
export function localNotices(): Notices {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    reachAll: false,
    listen: async (channel, onMessage) => {
      emitter.on(channel, onMessage);
      return { [Symbol.asyncDispose]: async () => void emitter.off(channel, onMessage) };
    },
    notify: async (channel, message) => void emitter.emit(channel, message),
  };
}
