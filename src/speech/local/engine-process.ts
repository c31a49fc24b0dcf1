/**
 * The process with the engine: opens a model and recognises words. The engine is native code that ends its process
 * when it does not like a model, so nothing else runs here. It has no secrets and no database.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { CueWord } from '../../captions/index.ts';
import { audioChunks, floatSamples, levelsOf } from './audio-chunks.ts';
import { type EngineSettings, engineSettings, SPEECH_RATE } from './engine-settings.ts';
import type { LocalModel } from './model-folder.ts';
import { ENGINE_PACKAGE } from './model-problem.ts';
import type { FromEngine, ToEngine } from './protocol.ts';
import { type EngineResult, resultWords } from './result-words.ts';

/** What is used of the package. */
type Engine = { OfflineRecognizer: new (settings: EngineSettings) => EngineRecogniser };
type EngineRecogniser = {
  setConfig: (settings: EngineSettings) => void;
  createStream: () => EngineStream;
  decode: (stream: EngineStream) => void;
  getResult: (stream: EngineStream) => EngineResult;
};
type EngineStream = {
  acceptWaveform: (audio: { samples: Float32Array; sampleRate: number }) => void;
};

type Opened = {
  engine: Engine;
  recogniser: EngineRecogniser;
  model: LocalModel;
  threads: number;
  language: string | undefined;
  isUpperCase: boolean;
};

const INSTALL = `npm install ${ENGINE_PACKAGE}`;
/** More words than anybody says in ten minutes. */
const MAX_WORDS = 20_000;

let opened: Opened | undefined;
/** Whether nobody needs the words of the audio any more. */
let isStopped = false;

process.on('message', (message: ToEngine) => {
  if (message.type === 'open') void openModel(message);
  else if (message.type === 'hear') void hear(message);
  else isStopped = true;
});
// The service has ended, so nobody needs the words.
process.on('disconnect', () => process.exit(0));

function send(message: FromEngine): void {
  process.send?.(message);
}

/** Opens a model. A wrong one often ends the process; the service reads the reason on stderr. */
async function openModel({ model, threads }: Extract<ToEngine, { type: 'open' }>): Promise<void> {
  let engine: Engine;
  try {
    engine = createRequire(import.meta.url)(ENGINE_PACKAGE) as Engine;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    const reason = isMissing
      ? `the package ${ENGINE_PACKAGE} is not installed`
      : `the package ${ENGINE_PACKAGE} has no part that runs on ${process.platform}-${process.arch}`;
    send({ type: 'refused', reason, cure: INSTALL });
    return;
  }
  try {
    const recogniser = new engine.OfflineRecognizer(engineSettings(model, { threads }));
    const vocabulary = await readFile(model.tokens, 'utf8');
    const isUpperCase = /\p{Lu}/u.test(vocabulary) && !/\p{Ll}/u.test(vocabularyOf(vocabulary));
    opened = { engine, recogniser, model, threads, language: undefined, isUpperCase };
    send({ type: 'opened' });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    // The engine has written the reason to stderr.
    process.exit(1);
  }
}

/** The tokens without those that are no text, such as `<blk>`. */
function vocabularyOf(text: string): string {
  return text.replaceAll(/^[<#][^\n]*$/gm, '');
}

async function hear({
  path,
  language,
  spoken: ownLanguage,
}: Extract<ToEngine, { type: 'hear' }>): Promise<void> {
  if (!opened) throw new Error('a model is opened before words are heard');
  // The service may have asked to stop the audio before this one, when its last part was done.
  isStopped = false;
  choose(opened, language);
  const { recogniser, isUpperCase } = opened;
  const bytes = await readFile(path);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const words: CueWord[] = [];
  let heardLanguage = '';
  for (const { from, to } of audioChunks(samples)) {
    // The engine blocks this thread: messages come only here.
    await setImmediate();
    if (isStopped) return send({ type: 'stopped' });
    const part = samples.subarray(from, to);
    const stream = recogniser.createStream();
    stream.acceptWaveform({ samples: floatSamples(part), sampleRate: SPEECH_RATE });
    recogniser.decode(stream);
    const result = recogniser.getResult(stream);
    heardLanguage ||= tagIn(result.lang);
    const spoken = ownLanguage ?? (heardLanguage || undefined);
    for (const word of resultWords(result, levelsOf(part), spoken))
      words.push(placed(word, from / SPEECH_RATE, isUpperCase ? spoken : null));
    if (words.length > MAX_WORDS) throw new Error('too many words');
    send({ type: 'progress' });
  }
  send({ type: 'heard', words, ...(heardLanguage !== '' && { language: heardLanguage }) });
}

/** Moves a word to its place in the whole. `locale`: of letters that become small; null: they stay. */
function placed(
  { startSeconds, endSeconds, text }: CueWord,
  seconds: number,
  locale: string | undefined | null,
): CueWord {
  return {
    startSeconds: seconds + startSeconds,
    endSeconds: seconds + endSeconds,
    text: locale === null ? text : text.toLocaleLowerCase(locale),
  };
}

/** Sets the language. Whisper takes it at any time; other models are opened again. */
function choose(to: Opened, language: string | undefined): void {
  const { model, threads } = to;
  if (model.languages === undefined || to.language === language) return;
  const settings = engineSettings(model, { threads, language });
  if (model.kind === 'whisper') to.recogniser.setConfig(settings);
  else to.recogniser = new to.engine.OfflineRecognizer(settings);
  to.language = language;
}

/** The tag in `de`, or in `<|de|>`; empty if the engine has found none. */
function tagIn(language: unknown): string {
  return typeof language === 'string' ? (/[a-z]{2,3}/.exec(language)?.[0] ?? '') : '';
}
