import { sql } from 'kysely';
import type { Connection } from '../open.ts';
import { prepared } from '../prepared.ts';

/** The use of an account: by rendered videos, and by the work for all its renders. */
export type Usage = {
  /** Renders that made their videos. */
  renders: number;
  failedRenders: number;
  videoSeconds: number;
  frames: number;
  cpuSeconds: number;
  /** Bytes of the videos. */
  bytes: number;
  /** Characters that were spoken. */
  speechCharacters: number;
  /** Seconds of audio whose words were recognised. */
  transcriptionSeconds: number;
};

/** The use on a day (UTC, `YYYY-MM-DD`) by the versions of a template. */
export type DailyUsage = Usage & { day: string; templateId: string };

/** A render that is starting, with the frames that it will have. */
export type OpenRender = { sessionId: string; accountId: string; attempt: number; frames: number };

/** Work for a render since the last report. */
export type RenderWork = Pick<OpenRender, 'sessionId' | 'accountId' | 'attempt'> & {
  epoch: number;
  versionId: string;
  cpuSeconds: number;
  /** How much of the video is drawn, from 0 to 1. */
  drawnShare: number;
};

/** A render that has just ended. `videos` is empty unless it was rendered. */
export type EndedRender = Pick<OpenRender, 'sessionId' | 'accountId'> & {
  versionId: string;
  outcome: 'rendered' | 'failed' | 'canceled';
  frames: number | undefined;
  videos: readonly { fps: number; duration: number; bytes: number }[];
};

export const NO_USE: Readonly<Usage> = {
  renders: 0,
  failedRenders: 0,
  videoSeconds: 0,
  frames: 0,
  cpuSeconds: 0,
  bytes: 0,
  speechCharacters: 0,
  transcriptionSeconds: 0,
};

const replaceOpenRender = prepared((db) =>
  db
    .insertInto('openRenders')
    .values({
      sessionId: '',
      accountId: '',
      attempt: 0,
      reservedFrames: 0,
      drawnShare: sql.lit(0),
      cpuSeconds: sql.lit(0),
    })
    .onConflict((on) =>
      on
        .column('sessionId')
        .doUpdateSet((e) => ({
          accountId: e.ref('excluded.accountId'),
          attempt: e.ref('excluded.attempt'),
          reservedFrames: e.ref('excluded.reservedFrames'),
          drawnShare: sql.lit(0),
          cpuSeconds: sql.lit(0),
        })),
    ),
);

const plannedById = prepared((db) =>
  db
    .selectFrom('renderSessions')
    .innerJoin(
      'templateStyleVersions as version',
      'version.id',
      'renderSessions.templateStyleVersionId',
    )
    .select(['render', 'preview', 'wantedOutputs'])
    .select(['width', 'height', 'fps', 'frameCount'])
    .where('renderSessions.id', '=', ''),
);

/** The use of accounts by day, and the renders that have not ended. */
export function usageOf(db: Connection, nowMs: () => number) {
  /** Adds to the use of a day, by default today. A version that was removed meanwhile is not counted. */
  const add = async (
    accountId: string,
    versionId: string,
    more: Usage,
    timeMs = nowMs(),
  ): Promise<void> => {
    await sql`insert into usage (account_id, day, template_style_version_id, template_id,
        renders, failed_renders, video_seconds, frames, cpu_seconds, bytes,
        speech_characters, transcription_seconds)
      select ${accountId}, ${dayOf(timeMs)}, id, template_id,
        ${more.renders}, ${more.failedRenders}, ${more.videoSeconds}, ${more.frames},
        ${more.cpuSeconds}, ${more.bytes}, ${more.speechCharacters}, ${more.transcriptionSeconds}
      from template_style_versions where id = ${versionId}
      on conflict (account_id, day, template_style_version_id) do update set
        renders = usage.renders + excluded.renders,
        failed_renders = usage.failed_renders + excluded.failed_renders,
        video_seconds = usage.video_seconds + excluded.video_seconds,
        frames = usage.frames + excluded.frames,
        cpu_seconds = usage.cpu_seconds + excluded.cpu_seconds,
        bytes = usage.bytes + excluded.bytes,
        speech_characters = usage.speech_characters + excluded.speech_characters,
        transcription_seconds = usage.transcription_seconds + excluded.transcription_seconds`.execute(
      db,
    );
  };

  return {
    /** Reserves the frames of a render until it ends. Call it in the transaction that starts the render. */
    async renderStarted({ sessionId, accountId, attempt, frames }: OpenRender): Promise<void> {
      await replaceOpenRender(db, [sessionId, accountId, attempt, frames]);
    },

    /** Returns the properties of a session on which the number of its frames depends. */
    async requestedRender(sessionId: string) {
      const [row] = await plannedById(db, [sessionId]);
      return row;
    },

    /**
     * Counts work for a render. After the end of the render, for example when a canceled render stops,
     * the work is added to the use of today. The work of an old start of the render is not counted.
     */
    async countWork(work: RenderWork): Promise<void> {
      const { sessionId, accountId, attempt, epoch, versionId, cpuSeconds, drawnShare } = work;
      const newer = await db
        .selectFrom('renderSessions')
        .select('id')
        .where('id', '=', sessionId)
        .where('attempt', '=', attempt)
        .where('epoch', '>', epoch)
        .executeTakeFirst();
      if (newer) return;
      const { numUpdatedRows } = await db
        .updateTable('openRenders')
        .set((e) => ({
          cpuSeconds: e('cpuSeconds', '+', cpuSeconds),
          drawnShare: e
            .case()
            .when('drawnShare', '<', drawnShare)
            .then(drawnShare)
            .else(e.ref('drawnShare'))
            .end(),
        }))
        .where('sessionId', '=', sessionId)
        .where('attempt', '=', attempt)
        .executeTakeFirst();
      if (numUpdatedRows === 0n && cpuSeconds > 0)
        await add(accountId, versionId, { ...NO_USE, cpuSeconds });
    },

    /**
     * Counts a render, and ends the reservation of its frames. Call it once, in the transaction that ends
     * the render.
     */
    async renderEnded(ended: EndedRender): Promise<void> {
      const { sessionId, accountId, versionId, outcome, videos } = ended;
      const open = await db
        .deleteFrom('openRenders')
        .where('sessionId', '=', sessionId)
        .returning(['reservedFrames', 'drawnShare', 'cpuSeconds'])
        .executeTakeFirst();
      const cpuSeconds = open?.cpuSeconds ?? 0;
      const sum = (of: (video: (typeof videos)[number]) => number) =>
        videos.reduce((total, video) => total + of(video), 0);
      const frames = {
        rendered: ended.frames ?? sum(({ fps, duration }) => Math.round(fps * duration)),
        failed: 0,
        canceled: open ? Math.round(open.reservedFrames * open.drawnShare) : 0,
      };
      await add(accountId, versionId, {
        ...NO_USE,
        renders: outcome === 'rendered' ? 1 : 0,
        failedRenders: outcome === 'failed' ? 1 : 0,
        videoSeconds: sum(({ duration }) => duration),
        frames: frames[outcome],
        cpuSeconds,
        bytes: sum(({ bytes }) => bytes),
      });
    },

    /** Returns the frames of today: those of ended renders, and those reserved for open renders. */
    async framesToday(accountId: string): Promise<number> {
      const sums = await Promise.all([
        db
          .selectFrom('usage')
          .select((e) => e.fn.sum<number | null>('frames').as('frames'))
          .where('accountId', '=', accountId)
          .where('day', '=', dayOf(nowMs()))
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('openRenders')
          .select((e) => e.fn.sum<number | null>('reservedFrames').as('frames'))
          .where('accountId', '=', accountId)
          .executeTakeFirstOrThrow(),
      ]);
      return sums.reduce((sum, { frames }) => sum + (frames ?? 0), 0);
    },

    /**
     * Counts what a model makes of text and audio. Negative amounts are those of work that failed: `timeMs` is when it
     * was counted.
     */
    async countMade(
      accountId: string,
      versionId: string,
      { characters, seconds }: { characters: number; seconds: number },
      timeMs?: number,
    ): Promise<void> {
      const more = { speechCharacters: characters, transcriptionSeconds: seconds };
      await add(accountId, versionId, { ...NO_USE, ...more }, timeMs);
    },

    /** Returns the spoken characters and the recognised seconds of today, with those of open work. */
    async madeToday(accountId: string): Promise<{ characters: number; seconds: number }> {
      const row = await db
        .selectFrom('usage')
        .select((e) => [
          e.fn.sum<number | null>('speechCharacters').as('characters'),
          e.fn.sum<number | null>('transcriptionSeconds').as('seconds'),
        ])
        .where('accountId', '=', accountId)
        .where('day', '=', dayOf(nowMs()))
        .executeTakeFirstOrThrow();
      return { characters: Number(row.characters ?? 0), seconds: row.seconds ?? 0 };
    },

    /** Returns the use of an account from a day to a day (inclusive), by day and template. */
    async between(accountId: string, from: string, to: string): Promise<DailyUsage[]> {
      return db
        .selectFrom('usage')
        .select((e) => [
          'day',
          'templateId',
          e.fn.sum<number>('renders').as('renders'),
          e.fn.sum<number>('failedRenders').as('failedRenders'),
          e.fn.sum<number>('videoSeconds').as('videoSeconds'),
          e.fn.sum<number>('frames').as('frames'),
          e.fn.sum<number>('cpuSeconds').as('cpuSeconds'),
          e.fn.sum<number>('bytes').as('bytes'),
          e.fn.sum<number>('speechCharacters').as('speechCharacters'),
          e.fn.sum<number>('transcriptionSeconds').as('transcriptionSeconds'),
        ])
        .where('accountId', '=', accountId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(['day', 'templateId'])
        .orderBy('day')
        .orderBy('templateId')
        .execute();
    },
  };
}

/** Returns the day of a time in UTC: `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
