import { z } from 'zod';

const limit = z.int().nullable();

const account = z
  .object({
    id: z.string(),
    name: z.string(),
    limits: z
      .object({
        renders_at_once: limit.meta({ description: 'Further renders and imports wait' }),
        queued_sessions: limit.meta({
          description:
            'Sessions and imports that wait or run; more are answered 429 (`queue_full`)',
        }),
        frames_per_day: limit.meta({
          description: 'Frames in a day (UTC); more are answered 429 (`daily_limit_exceeded`)',
        }),
        stored_bytes: limit.meta({ description: 'More is answered 429 (`quota_exceeded`)' }),
      })
      .meta({ description: 'Null: no limit' }),
    usage: z.object({
      rendering_sessions: z.int().meta({ description: 'Sessions that are composed or drawn' }),
      queued_sessions: z.int().meta({ description: 'Sessions and imports that wait or run' }),
      frames_today: z
        .int()
        .meta({
          description: 'Frames of renders that ended today, and of all renders that have not ended',
        }),
      stored_bytes: z.int(),
    }),
    created_at: z.string(),
  })
  .meta({ id: 'Account', description: 'The limits of an account and their use' });

export const accountResponse = z.object({ account }).meta({ id: 'AccountResponse' });

/** Maximum number of days of a report. */
export const MAX_DAYS = 366;

const error = 'a date such as 2026-11-20';
const date = z.iso.date({ error }).refine((day) => day >= '1970-01-31', { error });

export const usageQuery = z.strictObject({
  from: date.optional().meta({ description: 'The first day (UTC). Default: 29 days before `to`' }),
  to: date
    .optional()
    .meta({ description: `The last day (UTC), at most ${MAX_DAYS} days in all. Default: today` }),
  group_by: z
    .enum(['day', 'template', 'day,template'])
    .default('day')
    .meta({ description: 'Days and templates without renders are left out' }),
});

const sums = {
  renders: z.int().meta({ description: 'Renders that have made their videos' }),
  failed_renders: z.int(),
  video_seconds: z.number(),
  frames: z
    .int()
    .meta({
      description:
        'Frames of rendered videos, also from cached segments; drawn frames of canceled renders',
    }),
  cpu_seconds: z
    .number()
    .meta({ description: 'CPU time of all renders, also failed and canceled' }),
  bytes: z.int().meta({ description: 'Bytes of the videos when they were made' }),
};

const usage = z
  .object({ day: z.string().optional(), template_id: z.string().optional(), ...sums })
  .meta({ id: 'Usage', description: 'The renders of a day, of a template, or both' });

export const usageResponse = z
  .object({
    usage: z.array(usage),
    totals: z.object(sums).meta({ id: 'UsageTotals' }),
    from: z.string(),
    to: z.string(),
  })
  .meta({ id: 'UsageReport' });
