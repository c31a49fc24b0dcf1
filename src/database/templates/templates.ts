import { newId } from '../../base/index.ts';
import type { Connection } from '../open.ts';

/** A group of template styles. */
export type TemplateGroup = { id: string; accountId: string; name: string; createdAtMs: number };

export function templatesOf(db: Connection, nowMs: () => number) {
  return {
    async insert(accountId: string, name: string): Promise<TemplateGroup> {
      const template = { id: newId('tpl'), accountId, name, createdAtMs: nowMs() };
      await db
        .insertInto('templates')
        .values({ id: template.id, account_id: accountId, name, created_at: template.createdAtMs })
        .execute();
      return template;
    },

    async findIn(accountId: string, id: string): Promise<TemplateGroup | undefined> {
      const row = await db
        .selectFrom('templates')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row && { id: row.id, accountId, name: row.name, createdAtMs: row.created_at };
    },
  };
}
