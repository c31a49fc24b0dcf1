import { isoTime } from '../system/index.ts';

type Event = { type: string; createdAtMs: number; sequence: number };

/** Returns an event in the form of Standard Webhooks. `data` are its public fields. */
export function eventMessage(
  { type, createdAtMs, sequence }: Event,
  data: Readonly<Record<string, unknown>>,
) {
  return { type, timestamp: isoTime(createdAtMs), data: { ...data, sequence } };
}
