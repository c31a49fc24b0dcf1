import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Notices } from '../notices.ts';
import type { Connection } from '../open.ts';
import { driver } from './driver.ts';
import { connectionSettings } from './pool.ts';

const PAUSE_MS = 500;
/** A connection that does not answer within this time is replaced. */
const CHECK_MS = 10_000;

type Connected = {
  client: pg.Client;
  /** Sends statements one after the other. */
  ask: (statement: string) => Promise<unknown>;
};
type Listener = { channel: string; onMessage: (message: string) => void };

/** Notices of PostgreSQL, on one connection for all listeners of a process. It is opened by the first listener. */
export function postgresNotices(url: string, db: Connection): Notices & AsyncDisposable {
  const listeners = new Set<Listener>();
  const stop = new AbortController();
  let current: Connected | undefined;
  let running: Promise<void> | undefined;

  const connect = async (): Promise<Connected> => {
    const client = new (driver().Client)({ ...connectionSettings(url), query_timeout: CHECK_MS });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners)
        if (listener.channel === channel) listener.onMessage(payload);
    });
    // The connection ends after an error.
    client.on('error', () => undefined);
    try {
      await client.connect();
      // Listeners that are added from now on send their channel themselves.
      current = { client, ask: inOrder((statement) => client.query(statement)) };
      for (const { channel } of listeners) await current.ask(`listen ${channel}`);
      return current;
    } catch (error) {
      current = undefined;
      await client.end().catch(() => undefined);
      throw error;
    }
  };

  /** Resolves when the connection is lost, or `stop` fires. */
  const lost = async ({ client, ask }: Connected): Promise<void> => {
    const ended = new Promise<void>((resolve) => void client.once('end', resolve));
    for (;;) {
      const pause = sleep(CHECK_MS, 'check', { signal: stop.signal }).catch(() => undefined);
      if ((await Promise.race([ended, pause])) !== 'check') return;
      const answers = await ask('select 1').then(
        () => true,
        () => false,
      );
      if (!answers) return;
    }
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      // Without notices the rows are still read. The other connections report a database that is away.
      const connected = await connect().catch(() => undefined);
      if (connected) {
        // Messages before this connection are lost.
        for (const { onMessage } of listeners) onMessage('');
        await lost(connected);
        current = undefined;
        await connected.client.end().catch(() => undefined);
      }
      await sleep(PAUSE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };

  return {
    reachAll: true,
    listen: async (channel, onMessage) => {
      const listener = { channel, onMessage };
      listeners.add(listener);
      running ??= run();
      const connected = current;
      // The next connection listens to all channels.
      await connected
        ?.ask(`listen ${channel}`)
        .catch(() => connected.client.end().catch(() => undefined));
      return { [Symbol.asyncDispose]: async () => void listeners.delete(listener) };
    },
    notify: async (channel, message) => {
      await sql`select pg_notify(${channel}, ${message})`.execute(db).catch(() => undefined);
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** Returns a function that calls `ask` when the call before has ended. */
function inOrder(ask: Connected['ask']): Connected['ask'] {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const answer = last.then(() => ask(statement));
    last = answer.catch(() => undefined);
    return answer;
  };
}
