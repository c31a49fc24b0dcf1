import type { Connection } from './open.ts';
import type { Tables } from './tables.ts';

/** A client's file without a public address. Pixels and seconds where the kind of file has them. */
export type Upload = {
  id: string;
  accountId: string;
  storageKey: string;
  contentType: string;
  kind: 'image' | 'video' | 'audio' | 'font';
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  duration: number | null;
  /** PostScript names and families. */
  fontNames: string[];
  createdAtMs: number;
  /** From then on it cannot be named in a request any more. */
  expiresAtMs: number;
};

export function uploadsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(upload: Omit<Upload, 'createdAtMs'>): Promise<Upload> {
      const row = {
        id: upload.id,
        account_id: upload.accountId,
        storage_key: upload.storageKey,
        content_type: upload.contentType,
        kind: upload.kind,
        bytes: upload.bytes,
        sha256: upload.sha256,
        width: upload.width,
        height: upload.height,
        duration: upload.duration,
        font_names: JSON.stringify(upload.fontNames),
        created_at: nowMs(),
        expires_at: upload.expiresAtMs,
      };
      await db.insertInto('uploads').values(row).execute();
      return fromRow(row);
    },

    /** Also one that has expired and is not yet removed: a session that named it in time may use it. */
    async findIn(accountId: string, id: string): Promise<Upload | undefined> {
      const row = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** Those of these ids that there are, as `findIn` has them; a few hundred at most. */
    async findAllIn(accountId: string, ids: readonly string[]): Promise<Upload[]> {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('id', 'in', ids)
        .where('account_id', '=', accountId)
        .execute();
      return rows.map(fromRow);
    },

    /** Fonts that bear one of these names and have not expired, those that came last first. */
    async fontsNamed(accountId: string, names: readonly string[]): Promise<Upload[]> {
      const wanted = new Set(names.map(plain));
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('kind', '=', 'font')
        .where('expires_at', '>', nowMs())
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows
        .map(fromRow)
        .filter(({ fontNames }) => fontNames.some((n) => wanted.has(plain(n))));
    },

    async keepUntil(id: string, ms: number): Promise<void> {
      await db.updateTable('uploads').set({ expires_at: ms }).where('id', '=', id).execute();
    },

    /** In the order of their ids, from behind `after`. */
    async expiredBefore(ms: number, after: string, limit: number): Promise<Upload[]> {
      const rows = await db
        .selectFrom('uploads')
        .selectAll()
        .where('expires_at', '<=', ms)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('uploads').where('id', '=', id).execute();
    },
  };
}

function fromRow(row: Tables['uploads']): Upload {
  return {
    id: row.id,
    accountId: row.account_id,
    storageKey: row.storage_key,
    contentType: row.content_type,
    kind: row.kind as Upload['kind'],
    bytes: row.bytes,
    sha256: row.sha256,
    width: row.width,
    height: row.height,
    duration: row.duration,
    fontNames: JSON.parse(row.font_names) as string[],
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
  };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
