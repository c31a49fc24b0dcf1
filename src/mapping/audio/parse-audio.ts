import type { z } from 'zod';
import { defined, type Fault } from '../../base/index.ts';
import { audio } from '../entries.ts';
import { type Place, parseWith } from '../entry-faults.ts';
import type { AudioSource, ParsedAudio } from '../parsed-mapping.ts';
import { parseFileSource } from '../source.ts';
import { parseSpeech, type SpokenTexts } from './parse-speech.ts';

/** A missing source silences the track of the template. */
export function parseAudio(
  entry: unknown,
  place: Place,
  texts: SpokenTexts,
): { value?: ParsedAudio; faults: Fault[] } {
  return parseWith(audio, entry, place, (data) => {
    const { source: sentSource = null, transform = {} } = data ?? {};
    const { source, faults } = parseAudioSource(sentSource, place, texts);
    const { trim_start_time: trimStartSeconds = 0, volume, fade_in = 0, fade_out = 0 } = transform;
    const { fit, duck: duckDb, start: startSeconds } = transform;
    const value: ParsedAudio = {
      kind: 'audio',
      source,
      trimStartSeconds,
      ...defined({ volume }),
      fadeInSeconds: fade_in,
      fadeOutSeconds: fade_out,
      isLooped: transform.loop === true,
      ...defined({ fit, duckDb, startSeconds }),
    };
    return { value, faults };
  });
}

/** The source of an audio entry whose form is right. */
type RawAudio = NonNullable<z.output<typeof audio>>['source'];

function parseAudioSource(
  source: RawAudio,
  place: Place,
  texts: SpokenTexts,
): { source: AudioSource | null; faults: Fault[] } {
  if (source === null) return { source: null, faults: [] };
  if (!source.speech) return parseFileSource(source, place);
  const { speech, faults } = parseSpeech(source.speech, texts, place);
  return { source: speech && { speech }, faults };
}
