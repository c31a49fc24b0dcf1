import type { Database, SessionStart, Transaction } from '../database/index.ts';
import type { VideoCodec } from '../output/index.ts';
import type { Vault } from '../secrets/index.ts';
import type { Clock } from '../system/index.ts';

/** The parts of the program that plan sessions, in the API and in the worker. */
export type SessionContext = {
  db: Database;
  clock: Clock;
  vault: Vault;
  /** Throws for an address to which the service sends nothing. */
  checkUrl: (url: string) => unknown;
  config: {
    /** 0: sessions do not expire. */
    sessionTtlSeconds: number;
    /** Returns the encoders that the worker's ffmpeg lacks, by codec. */
    missingEncoders?: () => Promise<ReadonlyMap<VideoCodec, readonly string[]>>;
  };
};

/** Actions in the transaction that stores a session. */
export type SessionActions = {
  /** Adds the job of a session. Throws if a limit of its account is reached. */
  sessionStarted: (session: SessionStart, tx: Transaction) => Promise<void>;
  /** Throws if the account stores too many bytes. */
  fileStored: (accountId: string, tx: Transaction) => Promise<void>;
};
