import { z } from 'zod';
import { accountSchema } from '../../accounts/index.ts';
import type { Usage } from '../../database/index.ts';

export const accountResponse = z.object({ account: accountSchema }).meta({ id: 'AccountResponse' });

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
  speech_characters: z.int().meta({ description: 'Characters that were spoken, each text once' }),
  transcription_seconds: z
    .number()
    .meta({ description: 'Seconds of audio whose words were recognised, each file once' }),
};

const totals = z.object(sums).meta({ id: 'UsageTotals' });

/** Seconds have three decimals. */
export function presentUsage(storedUsage: Usage): z.infer<typeof totals> {
  return {
    renders: storedUsage.renders,
    failed_renders: storedUsage.failedRenders,
    video_seconds: thousandths(storedUsage.videoSeconds),
    frames: storedUsage.frames,
    cpu_seconds: thousandths(storedUsage.cpuSeconds),
    bytes: storedUsage.bytes,
    speech_characters: storedUsage.speechCharacters,
    transcription_seconds: thousandths(storedUsage.transcriptionSeconds),
  };
}

function thousandths(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const usage = z
  .object({ day: z.string().optional(), template_id: z.string().optional(), ...sums })
  .meta({ id: 'Usage', description: 'The renders of a day, of a template, or both' });

export const usageResponse = z
  .object({ usage: z.array(usage), totals, from: z.string(), to: z.string() })
  .meta({ id: 'UsageReport' });
