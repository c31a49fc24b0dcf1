import { AppError, say } from '../base/index.ts';
import { runProgram } from '../media/process/index.ts';

const PROGRAM = 'espeak-ng';
const TIMEOUT_MS = 60_000;
const MAX_MEMORY_BYTES = 1024 ** 3;
/** Words a minute of the voice at the speed 1. */
const WORDS_A_MINUTE = 165;
const LIMITS = { timeoutMs: TIMEOUT_MS, maxMemoryBytes: MAX_MEMORY_BYTES } as const;
const SPEAKING = { ...LIMITS, failureCode: 'speech_failed', timeoutCode: 'speech_failed' } as const;

/** The voices of espeak-ng by language tags in lower case, such as `en-gb`. */
let voices: Promise<ReadonlyMap<string, string>> | undefined;

/** Returns the voices of espeak-ng by language tag; none if it is not installed. They are read once. */
function draftVoices(): Promise<ReadonlyMap<string, string>> {
  voices ??= readVoices();
  return voices;
}

/** Returns the language tags that espeak-ng can speak; none if it is not installed. */
export async function draftLanguages(): Promise<string[]> {
  return [...(await draftVoices()).keys()].sort();
}

async function readVoices(): Promise<ReadonlyMap<string, string>> {
  try {
    const { stdout } = await runProgram(PROGRAM, ['--voices'], LIMITS);
    return voicesIn(stdout.toString());
  } catch {
    return new Map();
  }
}

/**
 * Reads the list of espeak-ng. A voice has a language, and others with ranks: the lowest rank is best.
 * ` 2  en-gb   --/M   English_(Great_Britain) gmw/en   (en 2)`
 */
function voicesIn(list: string): ReadonlyMap<string, string> {
  const best = new Map<string, { voice: string; rank: number }>();
  const add = (tag: string, voice: string, rank: number) => {
    const knownVoice = best.get(tag.toLowerCase());
    if (!knownVoice || rank < knownVoice.rank) best.set(tag.toLowerCase(), { voice, rank });
  };
  for (const [line, voice = ''] of list.matchAll(/^\s*\d+\s+(\S+).*$/gm)) {
    add(voice, voice, 0);
    for (const [, tag = '', rank] of line.matchAll(/\((\S+) (\d+)\)/g))
      add(tag, voice, Number(rank));
  }
  return new Map([...best].map(([tag, { voice }]) => [tag, voice]));
}

/**
 * Speaks a text with espeak-ng to a WAV file. The voice is that of the language, unless `voice` is a tag that
 * espeak-ng has. Throws `speech_unavailable` if it is not installed or does not speak the language.
 */
export async function speakDraft(
  {
    text,
    voice,
    language,
    speed,
  }: { text: string; voice?: string; language: string; speed: number },
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const knownVoices = await draftVoices();
  if (knownVoices.size === 0) throw noSpeechError();
  const names = [voice?.toLowerCase() ?? '', ...broader(language)];
  const tag = names.map((name) => knownVoices.get(name)).find((name) => name !== undefined);
  if (tag === undefined) {
    throw new AppError(
      'speech_unavailable',
      say`The spoken draft has no voice for the language ${language}.`,
      { hint: 'Give another "language", or a "voice" of GET /v2/speech.' },
    );
  }
  const args = [
    ...['-v', tag, '-s', String(Math.round(WORDS_A_MINUTE * speed))],
    // The text is UTF-8, from stdin, so that it is no option.
    ...['-b', '1', '-w', to, '--stdin'],
  ];
  // Two brackets would begin phonemes.
  const input = text.replaceAll(/\[(?=\[)/g, '[ ');
  await runProgram(PROGRAM, args, { ...SPEAKING, input }, signal);
}

const NO_SPEECH_HINT =
  'The operator of the service sets FRAMEPRESS_SPEECH_URL to a speech server, or installs espeak-ng for drafts.';

/** The error of a service that cannot speak. */
export function noSpeechError(): AppError {
  return new AppError('speech_unavailable', 'The service has no speech.', { hint: NO_SPEECH_HINT });
}

/** Returns a language tag, and those of wider languages: `pt-BR`, `pt`. */
export function broader(language: string): string[] {
  const parts = language.toLowerCase().replaceAll('_', '-').split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}
