import type { Connection } from './open.ts';

/** What fills a template, as its client sent it. `body` is without the id. */
export type NewMapping = {
  id: string;
  accountId: string;
  templateStyleVersionId: string;
  body: Record<string, unknown>;
};

export type StoredMapping = NewMapping & {
  /** Kept by itself, to be changed and named in sessions; else it is the one of a session. */
  isStored: boolean;
  createdAtMs: number;
  updatedAtMs: number;
};

export function mappingsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(mapping: NewMapping, isStored = false): Promise<void> {
      const now = nowMs();
      await db
        .insertInto('mappings')
        .values({
          id: mapping.id,
          account_id: mapping.accountId,
          template_style_version_id: mapping.templateStyleVersionId,
          body: JSON.stringify(mapping.body),
          is_stored: isStored ? 1 : 0,
          created_at: now,
          updated_at: now,
        })
        .execute();
    },

    /** Puts other content in the place of a mapping's. */
    async replace({ id, accountId, templateStyleVersionId, body }: NewMapping): Promise<void> {
      await db
        .updateTable('mappings')
        .set({
          template_style_version_id: templateStyleVersionId,
          body: JSON.stringify(body),
          updated_at: nowMs(),
        })
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .execute();
    },

    async findIn(accountId: string, id: string): Promise<StoredMapping | undefined> {
      const row = await db
        .selectFrom('mappings')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          accountId,
          templateStyleVersionId: row.template_style_version_id,
          body: JSON.parse(row.body) as Record<string, unknown>,
          isStored: row.is_stored === 1,
          createdAtMs: row.created_at,
          updatedAtMs: Math.max(row.created_at, row.updated_at),
        }
      );
    },
  };
}
