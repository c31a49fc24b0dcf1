import { newId } from '../../base/index.ts';
import type { Connection } from '../open.ts';

/** A unit of video within a template: one aspect ratio, one length. */
export type TemplateStyle = {
  id: string;
  accountId: string;
  templateId: string;
  name: string;
  createdAtMs: number;
};

export function templateStylesOf(db: Connection, nowMs: () => number) {
  return {
    async insert(accountId: string, templateId: string, name: string): Promise<TemplateStyle> {
      const style = { id: newId('sty'), accountId, templateId, name, createdAtMs: nowMs() };
      await db
        .insertInto('template_styles')
        .values({
          id: style.id,
          account_id: accountId,
          template_id: templateId,
          name,
          created_at: style.createdAtMs,
        })
        .execute();
      return style;
    },

    async findIn(accountId: string, id: string): Promise<TemplateStyle | undefined> {
      const row = await db
        .selectFrom('template_styles')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          accountId,
          templateId: row.template_id,
          name: row.name,
          createdAtMs: row.created_at,
        }
      );
    },
  };
}
