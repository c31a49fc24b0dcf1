import type { Connection } from './open.ts';

/** Bytes that accounts store. */
export function storageOf(db: Connection) {
  return {
    /** In packages with their stills, uploads, and sessions with their videos and inputs. */
    async usedBy(accountId: string): Promise<number> {
      const sums = await Promise.all([
        db
          .selectFrom('template_style_versions')
          .select((e) => e.fn.sum<number | null>('stored_bytes').as('bytes'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('render_sessions')
          .select((e) => e.fn.sum<number | null>('stored_bytes').as('bytes'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('uploads')
          .select((e) => e.fn.sum<number | null>('bytes').as('bytes'))
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow(),
      ]);
      return sums.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
    },

    async keepVersion(id: string, bytes: number): Promise<void> {
      await db
        .updateTable('template_style_versions')
        .set({ stored_bytes: bytes })
        .where('id', '=', id)
        .execute();
    },

    async keepSession(id: string, bytes: number): Promise<void> {
      await db
        .updateTable('render_sessions')
        .set({ stored_bytes: bytes })
        .where('id', '=', id)
        .execute();
    },
  };
}
