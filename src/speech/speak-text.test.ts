import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LEAD_SECONDS, spokenTimes, startSpeechServer } from '../../test/support/speech-server.ts';
import { temporaryFolder } from '../media/testing/temporary-folder.ts';
import { localSpeaker } from '../produce/index.ts';
import { openSpeechServer, type SpeechSettings } from './servers.ts';
import { speakText, speechKey } from './speak-text.ts';
import { speechFacts } from './speech-facts.ts';
import { draftLanguages } from './spoken-draft.ts';

const { signal } = new AbortController();
const VOICES = new Map([
  ['de', 'thorsten'],
  ['pt-br', 'faber'],
  ['*', 'amy'],
]);
const NO_SERVER = {
  server: undefined,
  voices: new Map<string, string>(),
  languageField: undefined as string | undefined,
};
const hasDrafts = (await draftLanguages()).length > 0;

test('a server gets the voice of the language, and the language in the field that is configured', async () => {
  await using folder = await temporaryFolder();
  await using web = await startSpeechServer();
  const server = { url: web.url, key: undefined, model: 'kokoro' };
  const settings = { server, voices: VOICES, languageField: 'lang_code' };
  await using client = openSpeechServer(server);
  const use = { server: client, settings, accountId: 'acc_1' };
  const speak = (language: string, voice?: string) =>
    speakText(
      { text: 'Hello', language, speed: 1.2, ...(voice && { voice }) },
      use,
      folder.path,
      signal,
    );
  const path = await speak('de-AT');
  expect(path).toBe(join(folder.path, 'speech'));
  expect((await readFile(path)).subarray(0, 4).toString()).toBe('RIFF');
  await speak('pt-BR');
  await speak('fr');
  await speak('fr', 'own');
  expect(web.requests.map(({ voice }) => voice)).toEqual(['thorsten', 'faber', 'amy', 'own']);
  expect(web.requests[0]).toMatchObject({ model: 'kokoro', speed: 1.2, lang_code: 'de-AT' });
  expect(web.requests[0]).not.toHaveProperty('authorization', expect.any(String));
});

test('a server gives the times of words by the path that is configured', async () => {
  await using folder = await temporaryFolder();
  await using web = await startSpeechServer();
  const server = { url: web.url, key: undefined, model: 'm' };
  const speak = localSpeaker({ ...NO_SERVER, server, timesPath: '/dev/captioned_speech' }, 'en');
  const spoken = await speak({ text: 'Hello, you there', speed: 1 }, folder.path, signal);
  const starts = spokenTimes('Hello, you there').map(({ start }) => start - LEAD_SECONDS);
  expect(spoken.said.map(({ start }) => start)).toEqual(starts.map((at) => expect.closeTo(at, 3)));
  expect(spoken).toMatchObject({ contentType: 'audio/wav', said: [{ text: 'Hello,' }, {}, {}] });
  expect(web.requests[0]).toMatchObject({ timestamps: true, stream: false });
});

test('what decides the audio is in its key', () => {
  const settings = { ...NO_SERVER, server: { url: 'http://a/v1', key: 'k', model: 'm' } };
  const text = { text: 'Hello', language: 'en', speed: 1 };
  const key = (more: object, other: SpeechSettings = settings) =>
    JSON.stringify(speechKey({ ...text, ...more }, other));
  const same = key({});
  expect(key({ voice: 'alloy' })).toBe(same);
  const others = [
    ...[{ text: 'Hi' }, { language: 'de' }, { speed: 1.1 }, { voice: 'b' }].map((more) =>
      key(more),
    ),
    key({}, { ...settings, server: { ...settings.server, model: 'n' } }),
    key({}, { ...settings, server: { ...settings.server, url: 'http://b/v1' } }),
    key({}, { ...settings, timesPath: '/timed' }),
    key({}, { ...settings, languageField: 'lang_code' }),
  ];
  expect(new Set([same, ...others]).size).toBe(9);
  expect(same).not.toContain('"k"');
});

test.each([
  ['400 is not allowed', 'status 400: The text is not allowed.', false],
  ['500 is its fault', 'status 500.', true],
  ['html', 'Expected audio from the speech server but received', true],
])('a text for which the server answers %s fails', async (text, message, retryable) => {
  await using folder = await temporaryFolder();
  await using web = await startSpeechServer();
  const server = { url: web.url, key: undefined, model: 'm' };
  const speak = localSpeaker({ ...NO_SERVER, server }, 'en');
  await expect(speak({ text, speed: 1 }, folder.path, signal)).rejects.toMatchObject({
    code: 'speech_failed',
    message: expect.stringContaining(message),
    retryable,
  });
  // A refusal may mean the format, so another one is tried.
  if (text.startsWith('400')) {
    const formats = web.requests.map(({ response_format }) => response_format);
    expect(formats).toEqual(['wav', 'mp3']);
  }
});

describe.skipIf(!hasDrafts)('drafts of espeak-ng', () => {
  test('have the voice of the language, and the times of their words', async () => {
    await using folder = await temporaryFolder();
    const speak = localSpeaker(NO_SERVER, 'en');
    const say = (text: string, more: object = {}) =>
      speak({ text, speed: 1, ...more }, folder.path, signal);
    const spoken = await say('Hello Anna. How are you today?');
    expect(spoken).toMatchObject({ isDraft: true, contentType: 'audio/wav', channels: 1 });
    expect(spoken.durationSeconds).toBeGreaterThan(1);
    expect(spoken.durationSeconds).toBeLessThan(5);
    const [, anna, how] = spoken.said;
    expect(anna?.text).toBe('Anna.');
    expect((how?.start ?? 0) - (anna?.end ?? 0)).toBeGreaterThan(0.1);
    const fast = await say('Hello Anna. How are you today?', { speed: 2 });
    expect(fast.durationSeconds).toBeLessThan(0.8 * spoken.durationSeconds);
    const languages = ['de', 'pt-BR', 'zh', 'ar', 'hi', 'en-AU'];
    const files = await Promise.all(languages.map((language) => say('12 [[a]]', { language })));
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBeGreaterThan(4);
  });

  test('are refused in a language without a voice', async () => {
    await using folder = await temporaryFolder();
    const speak = localSpeaker(NO_SERVER, 'xx');
    await expect(speak({ text: 'a', speed: 1 }, folder.path, signal)).rejects.toMatchObject({
      code: 'speech_unavailable',
      message: 'The spoken draft has no voice for the language xx.',
      details: { hint: expect.stringContaining('Give another "language"') },
    });
  });

  test('are what the service has without a server', async () => {
    const { speech } = await speechFacts(NO_SERVER, undefined);
    expect(speech).toMatchObject({ isAvailable: true, isDraft: true, model: 'espeak-ng' });
    expect(speech.voices.map(({ name }) => name)).toContain('de');
  });
});
