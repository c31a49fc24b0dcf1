import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../base/index.ts';
import { runProgram } from '../../media/process/index.ts';
import { temporaryFolder } from '../../media/testing/temporary-folder.ts';
import { programFile } from '../../system/index.ts';
import { EngineHandle } from './engine-handle.ts';
import { LocalEngine, type LocalEngineOptions } from './local-engine.ts';
import type { FromEngine, ToEngine } from './protocol.ts';
import {
  hasEngine,
  type Tone,
  toneSamples,
  writeScriptedWhisper,
  writeToneModel,
  writeToneTransducer,
} from './tone-model.fixture.ts';

/** The package is no dependency: `npm run setup test` fetches it, and nobody else needs it. */
const lacksEngine = !hasEngine();
const { signal } = new AbortController();

/** Writes audio with tones as a part for a recogniser. */
async function part(
  folder: string,
  seconds: number,
  tones: readonly (readonly [Tone, number, number])[],
) {
  const path = join(folder, 'part.flac');
  const args = [
    '-v',
    'error',
    '-f',
    's16le',
    '-ar',
    '16000',
    '-ac',
    '1',
    '-i',
    'pipe:0',
    '-y',
    path,
  ];
  const input = Buffer.from(toneSamples(seconds, tones).buffer);
  await runProgram('ffmpeg', args, { timeoutMs: 60_000, input });
  return { path, seconds };
}

/** An engine with the model of tones. */
async function tones(options: Partial<LocalEngineOptions> = {}) {
  const folder = await temporaryFolder();
  const model = await writeToneModel(join(folder.path, 'tones'));
  const engine = new LocalEngine({ folder: model, ...options });
  return {
    engine,
    model,
    folder: folder.path,
    [Symbol.asyncDispose]: async () => {
      await engine[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const canceled = new AppError('canceled', 'Stopped.');

/** Lets a stopped process hear audio of several parts. It goes on after SIGCONT. */
async function hearFrozen({ engine, folder }: { engine: LocalEngine; folder: string }) {
  const audio = await part(folder, 70, [
    ['one', 1, 2],
    ['two', 35, 36],
    ['three', 69, 70],
  ]);
  await engine.open(signal);
  const pid = engine.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const hear = vi.spyOn(EngineHandle.prototype, 'hear');
  const stop = new AbortController();
  const hearing = engine.hear(audio, 'acc_1', stop.signal);
  await expect.poll(() => hear.mock.calls.length, { timeout: 60_000 }).toBe(1);
  const samples = hear.mock.calls[0]?.[0].path ?? '';
  return { pid, hear, stop, hearing, samples, [Symbol.dispose]: () => void hear.mockRestore() };
}

function send(child: ChildProcess, message: ToEngine): void {
  child.send(message);
}

/** Yields the messages of a process. */
async function* messagesOf(child: ChildProcess): AsyncGenerator<FromEngine, undefined> {
  for await (const [message] of on(child, 'message', { close: ['exit'] }))
    yield message as FromEngine;
  return undefined;
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

test.skipIf(lacksEngine)(
  'words have the times at which they are heard, also in long audio',
  async () => {
    await using opened = await tones();
    const audio = await part(opened.folder, 70, [
      ['one', 0.5, 0.8],
      ['two', 1.2, 1.6],
      // Neither is in one chunk with the others.
      ['three', 40, 40.5],
      ['four', 69, 69.5],
    ]);
    const { words } = await opened.engine.hear(audio, 'acc_1', signal);
    expect(
      words.map(({ text, startSeconds, endSeconds }) => [
        text,
        rounded(startSeconds),
        rounded(endSeconds),
      ]),
    ).toEqual([
      [' one', 0.5, 0.8],
      [' two', 1.2, 1.6],
      [' three', 40, 40.5],
      [' four', 69, 69.5],
    ]);
  },
);

test.skipIf(lacksEngine)('a transducer gives times, too', async () => {
  await using folder = await temporaryFolder();
  const model = await writeToneTransducer(join(folder.path, 'transducer'));
  await using engine = new LocalEngine({ folder: model });
  const audio = await part(folder.path, 2, [
    ['one', 0.5, 0.8],
    ['two', 1.2, 1.6],
  ]);
  const { words } = await engine.hear(audio, 'acc_1', signal);
  expect(words.map(({ text, startSeconds }) => [text, rounded(startSeconds)])).toEqual([
    [' one', 0.5],
    [' two', 1.2],
  ]);
});

test.skipIf(lacksEngine)('Whisper gives times of sentences, and the language', async () => {
  await using folder = await temporaryFolder();
  const script = [0, ' Hallo', ' du', '.', 1, 1.2, ' Tschüs', '.'];
  const model = await writeScriptedWhisper(join(folder.path, 'whisper'), script);
  await using engine = new LocalEngine({ folder: model });
  const audio = await part(folder.path, 4, [
    ['one', 0.5, 0.9],
    ['two', 1.4, 2],
  ]);
  const transcript = await engine.hear(audio, 'acc_1', signal);
  expect(transcript.language).toBe('de');
  const { words } = transcript;
  expect(words.map(({ text, startSeconds }) => [text, rounded(startSeconds)])).toEqual([
    [' Hallo', 0.5],
    [' du.', 0.8],
    [' Tschüs.', 1.4],
  ]);
  const english = await engine.hear({ ...audio, language: 'en-GB' }, 'acc_1', signal);
  expect(english.language).toBe('en');
  await expect(engine.hear({ ...audio, language: 'fr' }, 'acc_1', signal)).rejects.toMatchObject({
    code: 'transcription_failed',
    retryable: false,
    message: 'The model whisper for words in audio does not know the language fr.',
  });
});

test.skipIf(lacksEngine)('Whisper with attention gives times of words', async () => {
  await using folder = await temporaryFolder();
  const script = [' Hal', 'lo', ' du', ' da'];
  const times = [0.5, 0.7, 1.4, 2.2];
  const model = await writeScriptedWhisper(join(folder.path, 'whisper'), script, times);
  await using engine = new LocalEngine({ folder: model });
  const audio = await part(folder.path, 4, [
    ['one', 0.5, 0.9],
    ['two', 1.4, 3],
  ]);
  const { words } = await engine.hear(audio, 'acc_1', signal);
  expect(words.map(({ text, startSeconds }) => [text, rounded(startSeconds)])).toEqual([
    [' Hallo', 0.5],
    [' du', 1.4],
    // In the middle between the places at which the model looks.
    [' da', 1.8],
  ]);
});

test.skipIf(lacksEngine)('silence has no words', async () => {
  await using opened = await tones();
  const { words } = await opened.engine.hear(await part(opened.folder, 2, []), 'acc_1', signal);
  expect(words).toEqual([]);
});

test.skipIf(lacksEngine)(
  'a broken model is an error with the reason, and ends nothing else',
  async () => {
    await using opened = await tones();
    const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
    // The engine ends its process when the list has no blank, or a token without a number.
    await writeFile(join(opened.model, 'tokens.txt'), '▁one x\n');
    await expect(opened.engine.hear(audio, 'acc_1', signal)).rejects.toMatchObject({
      code: 'transcription_unavailable',
      retryable: false,
      message:
        'The model tones for words in audio cannot be used: it cannot be opened (Error: ▁one x).',
    });
    await expect(opened.engine.open(signal)).rejects.toMatchObject({
      cure: 'download its files again',
    });
    await writeToneModel(opened.model);
    const { words } = await opened.engine.hear(audio, 'acc_1', signal);
    expect(words.map(({ text }) => text)).toEqual([' one']);
  },
);

test.skipIf(lacksEngine)(
  'audio at which the engine crashes twice is an error of its own',
  async () => {
    await using opened = await tones();
    // A word without a token, as in a list of another model: the native code aborts.
    await writeFile(join(opened.model, 'tokens.txt'), '▁one 0\n<blk> 4\n');
    const crashing = await part(opened.folder, 1, [['two', 0.2, 0.6]]);
    await expect(opened.engine.hear(crashing, 'acc_1', signal)).rejects.toMatchObject({
      code: 'transcription_failed',
      retryable: false,
      message: 'The model tones for words in audio ended its process (_Map_base::at).',
    });
    const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
    const { words } = await opened.engine.hear(audio, 'acc_1', signal);
    expect(words).toHaveLength(1);
  },
);

test.skipIf(lacksEngine)('a request ends with its process', async () => {
  await using opened = await tones();
  const handle = new EngineHandle(await opened.engine.model(), {
    threads: 1,
    niceness: 0,
    stallMs: 60_000,
    graceMs: 60_000,
  });
  await handle.open();
  process.kill(handle.pid ?? 0, 'SIGSTOP');
  const hearing = handle.hear({ path: join(opened.folder, 'none') }, signal);
  handle.kill();
  await expect(hearing).rejects.toMatchObject({ how: 'SIGKILL' });
  expect(handle.hasEnded).toBe(true);
  await expect(handle.hear({ path: '' }, signal)).rejects.toThrow('ended (SIGKILL)');
});

test.skipIf(lacksEngine)('another model in the folder is opened, and has another key', async () => {
  await using opened = await tones();
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const oldKey = await opened.engine.key({ language: 'de-AT' });
  await opened.engine.hear(audio, 'acc_1', signal);
  await writeFile(
    join(opened.model, 'tokens.txt'),
    '▁un 0\n▁deux 1\n▁trois 2\n▁quatre 3\n<blk> 4\n',
  );
  const { words } = await opened.engine.hear(audio, 'acc_1', signal);
  expect(words.map(({ text }) => text)).toEqual([' un']);
  expect(await opened.engine.key({ language: 'de' })).not.toEqual(oldKey);
});

test.skipIf(lacksEngine)('a vocabulary of capital letters gives small letters', async () => {
  await using opened = await tones();
  await writeFile(join(opened.model, 'tokens.txt'), '▁ONE 0\n▁TWO 1\n▁THREE 2\n▁FOUR 3\n<blk> 4\n');
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const { words } = await opened.engine.hear(audio, 'acc_1', signal);
  expect(words.map(({ text }) => text)).toEqual([' one']);
});

test.skipIf(lacksEngine)(
  'a process that is killed is started again, and the words come',
  async () => {
    await using opened = await tones();
    await opened.engine.open(signal);
    const { pid } = opened.engine;
    const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
    process.kill(pid ?? 0, 'SIGSEGV');
    const { words } = await opened.engine.hear(audio, 'acc_1', signal);
    expect(words).toHaveLength(1);
    expect(opened.engine.pid).not.toBe(pid);
  },
);

test.skipIf(lacksEngine)('a model that cannot be opened in time is an error', async () => {
  await using late = await tones({ stallMs: 1 });
  await expect(late.engine.open(signal)).rejects.toMatchObject({ cure: 'use a smaller model' });
  expect(await late.engine.problem()).toBeUndefined();
});

test.skipIf(lacksEngine)('an abort before the process has begun is answered', async () => {
  await using opened = await tones();
  const stop = new AbortController();
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const hearing = opened.engine.hear(audio, 'acc_1', stop.signal);
  stop.abort(canceled);
  await expect(hearing).rejects.toBe(canceled);
});

test.skipIf(lacksEngine)('an abort is answered at once, and keeps the model open', async () => {
  await using opened = await tones();
  using frozen = await hearFrozen(opened);
  frozen.stop.abort(canceled);
  await expect(frozen.hearing).rejects.toBe(canceled);
  // The process may be reading it.
  expect(existsSync(frozen.samples)).toBe(true);
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const other = opened.engine.hear(audio, 'acc_2', signal);
  process.kill(frozen.pid, 'SIGCONT');
  const { words } = await other;
  expect(words.map(({ text }) => text)).toEqual([' one']);
  expect(opened.engine.pid).toBe(frozen.pid);
  expect(existsSync(frozen.samples)).toBe(false);
  await expect(frozen.hear.mock.results[0]?.value).rejects.toBe(canceled);
});

test.skipIf(lacksEngine)('a process that does not stop is ended', async () => {
  await using opened = await tones({ graceMs: 1 });
  using frozen = await hearFrozen(opened);
  frozen.stop.abort(canceled);
  await expect(frozen.hearing).rejects.toBe(canceled);
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const { words } = await opened.engine.hear(audio, 'acc_2', signal);
  expect(words).toHaveLength(1);
  expect(opened.engine.pid).not.toBe(frozen.pid);
  expect(existsSync(frozen.samples)).toBe(false);
});

test.skipIf(lacksEngine)('a service that stops waits for no canceled request', async () => {
  await using opened = await tones();
  using frozen = await hearFrozen(opened);
  frozen.stop.abort(canceled);
  await expect(frozen.hearing).rejects.toBe(canceled);
  await opened.engine[Symbol.asyncDispose]();
  expect(opened.engine.pid).toBeUndefined();
  expect(existsSync(frozen.samples)).toBe(false);
});

test.skipIf(lacksEngine)('an abort while the model is opened lets it open', async () => {
  await using opened = await tones();
  const stop = new AbortController();
  const { open } = EngineHandle.prototype;
  using spy = vi.spyOn(EngineHandle.prototype, 'open');
  spy.mockImplementationOnce(function (this: EngineHandle) {
    const answer = open.call(this);
    stop.abort(canceled);
    return answer;
  });
  await expect(opened.engine.open(stop.signal)).rejects.toBe(canceled);
  const { pid } = opened.engine;
  expect(pid).toBeDefined();
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const { words } = await opened.engine.hear(audio, 'acc_2', signal);
  expect(words).toHaveLength(1);
  expect(opened.engine.pid).toBe(pid);
});

test.skipIf(lacksEngine)('the process stops between two parts of the audio', async () => {
  await using opened = await tones();
  const model = await opened.engine.model();
  // A second of each 25 has a tone, so that no part is left out.
  const seconds = 500;
  const samples = toneSamples(
    seconds,
    Array.from({ length: seconds / 25 }, (_, index) => ['one', index * 25, index * 25 + 1]),
  );
  const path = join(opened.folder, 'samples.raw');
  await writeFile(path, new Uint8Array(samples.buffer));
  const child = fork(programFile('engine-process', import.meta.url), { stdio: 'ignore' });
  try {
    const messages = messagesOf(child);
    send(child, { type: 'open', model, threads: 1 });
    expect(await messages.next()).toMatchObject({ value: { type: 'opened' } });
    // On a busy machine, the request may come after the last part: it is tried again.
    let last: FromEngine['type'];
    do {
      send(child, { type: 'hear', path });
      expect(await messages.next()).toMatchObject({ value: { type: 'progress' } });
      send(child, { type: 'stop' });
      do last = (await messages.next()).value?.type ?? 'refused';
      while (last === 'progress');
    } while (last === 'heard');
    expect(last).toBe('stopped');
  } finally {
    child.kill('SIGKILL');
  }
});

test.skipIf(lacksEngine)('a model is let go when it has no work for a while', async () => {
  await using opened = await tones({ idleMs: 1 });
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  await opened.engine.hear(audio, 'acc_1', signal);
  await expect.poll(() => opened.engine.pid).toBeUndefined();
  const { words } = await opened.engine.hear(audio, 'acc_1', signal);
  expect(words).toHaveLength(1);
});

test.skipIf(lacksEngine)('audio that waits when the service stops is an error', async () => {
  await using opened = await tones();
  const audio = await part(opened.folder, 1, [['one', 0.2, 0.6]]);
  const hearing = opened.engine.hear(audio, 'acc_1', signal);
  await opened.engine[Symbol.asyncDispose]();
  await expect(hearing).rejects.toMatchObject({ code: 'unavailable' });
  expect(opened.engine.pid).toBeUndefined();
});

test('problems are known without the engine: each says what would help', async () => {
  await using folder = await temporaryFolder();
  const engine = new LocalEngine({ folder: join(folder.path, 'none') });
  expect(await engine.problem()).toMatchObject({
    message: 'its folder does not exist',
    cure: 'correct FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER',
  });
  await expect(engine.key({})).rejects.toMatchObject({ code: 'transcription_unavailable' });
  const model = await writeToneModel(join(folder.path, 'tones'));
  await truncate(join(model, 'model.onnx'), 700);
  expect(await new LocalEngine({ folder: model }).problem()).toMatchObject({
    message: 'model.onnx cannot be read (the file is cut off)',
  });
  await rm(join(model, 'tokens.txt'));
  expect(await new LocalEngine({ folder: model }).problem()).toMatchObject({
    message: 'its folder has no tokens.txt',
  });
});
