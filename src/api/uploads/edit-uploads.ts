import type { FastifyRequest } from 'fastify';
import { AppError, say } from '../../base/index.ts';
import type { Editor, Transaction } from '../../database/index.ts';
import { type ParsedMapping, wantedFiles } from '../../mapping/index.ts';
import type { ApiContext } from '../context.ts';

/** An edit token's upload that no mapping of its session names is removed after this time. */
const UNUSED_MS = 2 * 3600 * 1000;
/** Counted for each file beside its bytes: its row, and its block on the disk. */
const FILE_BYTES = 4096;

type Context = Pick<ApiContext, 'config'> & { db: Pick<Transaction, 'uploads'> };

/**
 * Throws `quota_exceeded` if the edit tokens of a session have uploaded too much, with `more` bytes that are
 * announced. An edit token is in the hands of a stranger; it must not fill the disk of all accounts.
 */
export async function requireEditRoom(
  { config, db }: Context,
  editor: Editor | undefined,
  more = 0,
): Promise<void> {
  const { editStoredBytes: limit } = config;
  if (!editor || limit === 0) return;
  const { count, bytes } = await db.uploads.ofEditors(editor.sessionId);
  const storedBytes = bytes + count * FILE_BYTES;
  if (storedBytes + more <= limit) return;
  const [usedMb, limitMb] = [storedBytes + more, limit].map((size) => Math.ceil(size / 2 ** 20));
  throw new AppError(
    'quota_exceeded',
    say`The edit tokens of this session would store ${usedMb ?? 0} MB (limit: ${limitMb ?? 0} MB).`,
    {
      hint: 'Remove uploads of the session, or wait until those that no mapping names expire.',
      limit: { name: 'edit_stored_bytes', limit, used: storedBytes + more, freesAtMs: null },
    },
  );
}

/**
 * Returns the length of the body in bytes by its header; 0 without the header. The room for uploads
 * is checked again by the length that has arrived.
 */
export function bytesAnnounced({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

/** Returns how long a new upload is stored. */
export function ttlMs({ config }: Pick<ApiContext, 'config'>, editor: Editor | undefined): number {
  const usual = config.uploadTtlSeconds * 1000;
  return editor ? Math.min(usual, UNUSED_MS) : usual;
}

/** Stores the uploads that a session's mapping names as long as those of a client. */
export async function keepUploads(
  { config, clock }: Pick<ApiContext, 'config' | 'clock'>,
  tx: Transaction,
  accountId: string,
  mapping: ParsedMapping,
): Promise<void> {
  const ids = wantedFiles(mapping).flatMap(({ source }) =>
    'upload_id' in source ? source.upload_id : [],
  );
  for (const { id, createdAtMs, expiresAtMs } of await tx.uploads.findAllIn(accountId, ids)) {
    const untilMs = createdAtMs + config.uploadTtlSeconds * 1000;
    // Never shorter: a font is kept from its last use.
    if (untilMs > expiresAtMs && expiresAtMs > clock.nowMs())
      await tx.uploads.keepUntil(id, untilMs);
  }
}
