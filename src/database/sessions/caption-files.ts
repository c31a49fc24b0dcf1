import type { RenderSession } from './render-session.ts';

/** The stored files with the captions of one track. */
export type CaptionFiles = {
  /** `captions`, `captions_2` …: its name in deliveries. */
  file: string;
  language: string | null;
  /** Whether the video shows them, too. */
  isBurnt: boolean;
  vttKey: string;
  srtKey: string;
};

/** Returns the captions of a finished render, in the order of the mapping. They are a field of its `output`. */
export function captionFilesOf({ output }: Pick<RenderSession, 'output'>): CaptionFiles[] {
  return (output['captions'] ?? []) as CaptionFiles[];
}
