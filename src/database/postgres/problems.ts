import { AppError } from '../../base/index.ts';
import { UnknownOutcome } from '../../system/index.ts';

type Problem = { message: string; hint?: string };

/** The certificate of the server has no known authority. */
const CERTIFICATE_CODES =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+)$/;
/** Class 08, shutdown and start of the server, and the codes of broken sockets. */
const CONNECTION_CODES =
  /^(08\w{3}|57P0[1-5]|25P03|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNREFUSED|ENOENT|EAI_AGAIN|ENOTFOUND)$/;
/** Errors of `pg` without a code. */
const CONNECTION_TEXT =
  /^Connection terminated|^timeout exc|^timeout expired|Client was closed|not queryable|^Query read timeout/;
const DISK_FULL = '53100';
const TOO_MANY_CONNECTIONS = '53300';
const NO_TLS = /does not support SSL/;
/** pg_hba.conf has no entry for connections without TLS. */
const NEEDS_TLS = /no encryption/;
/** An error of `pg` for a URL without a password, which differs by its method. */
const NO_PASSWORD = /password must be a/i;

const PROBLEMS: Readonly<Record<string, Problem>> = {
  ENOTFOUND: {
    message: 'The host of the database is unknown.',
    hint: 'Check the host in DATABASE_URL.',
  },
  EAI_AGAIN: {
    message: 'The host of the database could not be looked up.',
    hint: 'Check the host in DATABASE_URL and the name server of this machine.',
  },
  ECONNREFUSED: {
    message: 'The database does not accept connections.',
    hint: 'Start PostgreSQL, or correct the host and the port in DATABASE_URL.',
  },
  ENOENT: {
    message: 'A file that DATABASE_URL names does not exist.',
    hint: 'Check the socket folder and the certificate files in DATABASE_URL.',
  },
  '28P01': {
    message: 'The database rejected the password.',
    hint: 'Correct the user and the password in DATABASE_URL.',
  },
  '28000': {
    message: 'The database does not let this user connect.',
    hint: 'Check the user in DATABASE_URL, and the rules in pg_hba.conf.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: "The certificate of the database's server is for another host.",
    hint: 'Correct the host in DATABASE_URL to a name in the certificate.',
  },
  '3D000': {
    message: 'The database does not exist.',
    hint: 'Create it, for example with createdb, or correct its name in DATABASE_URL.',
  },
  '42501': {
    message: 'The user of the database has too few privileges.',
    hint: 'Let the user own the database, or grant it CREATE on the database and on its schema.',
  },
  '3F000': {
    message: 'The database has no schema for the tables.',
    hint: 'Create the schema "public", or set search_path for the user.',
  },
  [TOO_MANY_CONNECTIONS]: {
    message: 'The database has no free connections.',
    hint: 'Raise max_connections of PostgreSQL, or run fewer processes.',
  },
  // A statement that waited too long for the lock of a migration, for example.
  '57014': { message: 'The database did not answer in time.' },
  '57P03': { message: 'The database is starting or stopping.', hint: 'Try again.' },
  '25006': {
    message: 'The database is read-only.',
    hint: 'Connect to the primary server: set DATABASE_URL to it.',
  },
};

/**
 * Returns a message and a hint for an error of PostgreSQL or its client; undefined for an error that has
 * another cause, such as a wrong query.
 */
function problemOf(error: unknown): Problem | undefined {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (NO_TLS.test(message)) {
    return {
      message: 'The server of the database does not use TLS.',
      hint: 'Turn TLS on in PostgreSQL, or remove sslmode from DATABASE_URL.',
    };
  }
  if (NEEDS_TLS.test(message)) {
    return {
      message: 'The server of the database accepts only TLS.',
      hint: 'Add sslmode=verify-full to DATABASE_URL.',
    };
  }
  if (NO_PASSWORD.test(message)) {
    return {
      message: 'The database demands a password.',
      hint: 'Add the password to DATABASE_URL: postgres://user:password@host/database.',
    };
  }
  if (typeof code === 'string') {
    const problem = PROBLEMS[code];
    if (problem) return problem;
    if (CERTIFICATE_CODES.test(code)) {
      return {
        message: `The certificate of the database's server is not trusted (${code}).`,
        hint: 'Add sslrootcert=/path/of/the/authority.pem to DATABASE_URL.',
      };
    }
    if (CONNECTION_CODES.test(code)) return { message: `The database is not reachable (${code}).` };
  }
  return CONNECTION_TEXT.test(message) ? { message: 'The database is not reachable.' } : undefined;
}

/** Whether the problem may end without a change of the configuration, after seconds. */
export function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === TOO_MANY_CONNECTIONS || code === '57P03';
}

/** Whether the connection cannot be used any more. */
export function isBroken(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return (typeof code === 'string' && CONNECTION_CODES.test(code)) || CONNECTION_TEXT.test(message);
}

/** Returns `config_invalid` for a database that cannot be opened. Other errors are returned unchanged. */
export function startError(cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  const problem = problemOf(cause);
  if (!problem) return cause;
  const { message, hint } = problem;
  return new AppError('config_invalid', message, { ...(hint && { hint }) }, { cause });
}

/**
 * Returns `unavailable` for a database that cannot be reached, and `storage_failed` for its full disk. Other
 * errors are returned unchanged.
 */
export function queryError(cause: unknown): unknown {
  if ((cause as { code?: unknown }).code === DISK_FULL)
    return new AppError('storage_failed', 'The disk of the database is full.', {}, { cause });
  const problem = problemOf(cause);
  return problem ? new AppError('unavailable', problem.message, {}, { cause }) : cause;
}

/** These COMMITs were not sent, or the server had ended the transaction before. */
const ROLLED_BACK_CODES = new Set<unknown>(['25P03', '57P01']);
const NOT_SENT = /not queryable|Client was closed/;

/** Returns the error of a COMMIT without an answer: the changes may have been stored. */
export function commitError(cause: unknown): unknown {
  const { code, message: reason } = cause as { code?: unknown; message: string };
  if (ROLLED_BACK_CODES.has(code) || NOT_SENT.test(reason)) return queryError(cause);
  const message =
    'The connection to the database was lost while a change was stored. It is unknown whether it was stored.';
  const unknown = new UnknownOutcome('The COMMIT has no answer.', { cause });
  return new AppError('internal', message, { retryable: false }, { cause: unknown });
}
