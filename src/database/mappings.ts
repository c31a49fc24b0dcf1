import type { Connection } from './open.ts';

/** What fills a template, as its client sent it. `body` is without the id. */
export type StoredMapping = {
  id: string;
  accountId: string;
  templateStyleVersionId: string;
  body: Record<string, unknown>;
};

export function mappingsOf(db: Connection, nowMs: () => number) {
  return {
    async insert(mapping: StoredMapping): Promise<void> {
      await db
        .insertInto('mappings')
        .values({
          id: mapping.id,
          account_id: mapping.accountId,
          template_style_version_id: mapping.templateStyleVersionId,
          body: JSON.stringify(mapping.body),
          created_at: nowMs(),
        })
        .execute();
    },

    /** Puts other content in the place of a mapping's. */
    async replace({ id, accountId, templateStyleVersionId, body }: StoredMapping): Promise<void> {
      await db
        .updateTable('mappings')
        .set({ template_style_version_id: templateStyleVersionId, body: JSON.stringify(body) })
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
        }
      );
    },
  };
}
