import { sql } from 'kysely';
import { atomicallyUnsynced, type Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { RENDERING_LIST } from './sessions/render-session.ts';

/** The renders of a version with the same files, and their work per second of video. */
export type RatedWork = {
  accountId: string;
  versionId: string;
  /** Render kind, size, rate, codec and quality of all files. */
  variant: string;
  /** Megapixels of all files per second of video. */
  megapixels: number;
};

/** The newest render counts this part of the average. */
const WEIGHT = 0.3;
/** Variants of a version, and of an account, that are stored or read. */
const MAX_VARIANTS = 50;
/** Variants that one render removes. */
const MAX_REMOVED = 1000;
const MAX_READ = 100;

const setEta = prepared((db) =>
  db
    .updateTable('renderSessions')
    .set({ etaMs: 0 })
    .where('id', '=', '')
    .where(sql<boolean>`status in (${RENDERING_LIST})`)
    .where(sql<boolean>`phase in ('queued', 'fetching')`),
);

/** The learned seconds of a render per second of its video. A power cut may undo the last renders. */
export function renderRatesOf(db: Connection, nowMs: () => number) {
  return {
    /** Adds a render that took `seconds` per second of its video. */
    async addRender({ accountId, versionId, variant, megapixels }: RatedWork, seconds: number) {
      const timeMs = nowMs();
      await atomicallyUnsynced(db, async (tx) => {
        await sql`
          insert into render_rates (template_style_version_id, variant, account_id, seconds,
            megapixels, renders, updated_at)
          select id, ${variant}, ${accountId}, ${seconds}, ${megapixels}, 1, ${timeMs}
          from template_style_versions where id = ${versionId}
          on conflict (template_style_version_id, variant) do update set
            seconds = render_rates.seconds + ${WEIGHT} * (excluded.seconds - render_rates.seconds),
            renders = render_rates.renders + 1, updated_at = excluded.updated_at`.execute(tx);
        await sql`
          delete from render_rates where template_style_version_id = ${versionId} and variant in (
            select variant from render_rates where template_style_version_id = ${versionId}
            order by updated_at desc, variant limit ${MAX_REMOVED} offset ${MAX_VARIANTS}
          )`.execute(tx);
      });
    },

    /**
     * Returns the expected seconds per second of video: of such renders of the version, else from the
     * seconds per megapixel of the version, of the account or of all renders; undefined without any render.
     */
    async expectedSeconds({ accountId, versionId, variant, megapixels }: RatedWork) {
      const versionRate = await db
        .selectFrom('renderRates')
        .select('seconds')
        .where('templateStyleVersionId', '=', versionId)
        .where('variant', '=', variant)
        .executeTakeFirst();
      if (versionRate) return versionRate.seconds;
      const conditions = [
        sql`template_style_version_id = ${versionId}`,
        sql`account_id = ${accountId}`,
        sql`true`,
      ];
      for (const condition of conditions) {
        const { rows } = await sql<{ perMegapixel: number | null }>`
          select sum(seconds) / sum(megapixels) as "perMegapixel" from (
            select seconds, megapixels from render_rates where ${condition}
            order by updated_at desc limit ${MAX_READ}
          ) as newest`.execute(db);
        const perMegapixel = rows[0]?.perMegapixel;
        if (typeof perMegapixel === 'number') return perMegapixel * megapixels;
      }
      return undefined;
    },

    /** Sets the estimated ends of sessions that wait, in one transaction: pass few of them. */
    async setEtas(etas: readonly { id: string; etaMs: number }[]): Promise<void> {
      await atomicallyUnsynced(db, async (tx) => {
        for (const { id, etaMs } of etas) await setEta(tx, [Math.round(etaMs), id]);
      });
    },
  };
}
