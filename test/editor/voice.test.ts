import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts';
import { saying, startTranscriber, type Transcriber } from '../support/transcriber.ts';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

let speech: SpeechServer;
let transcriber: Transcriber;
let world: EditorWorld;
let editors: Awaited<ReturnType<typeof openEditors>>;

beforeAll(async () => {
  speech = await startSpeechServer();
  transcriber = await startTranscriber(saying(['Hello', 0.1, 0.5], ['Ana.', 0.5, 1]));
  world = await openEditorWorld({
    FRAMEPRESS_SPEECH_URL: speech.url,
    FRAMEPRESS_SPEECH_VOICES: 'de=thorsten,*=amy',
    FRAMEPRESS_TRANSCRIPTION_URL: transcriber.url,
    FRAMEPRESS_TRANSCRIPTION_MODEL: 'small',
  });
  editors = await openEditors(world, 'chromium');
});

afterAll(async () => {
  await editors?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
  await transcriber?.[Symbol.asyncDispose]();
  await speech?.[Symbol.asyncDispose]();
});

const deep = (page: TestPage, ...parts: string[]) =>
  page.waitForSelector(parts.map((part) => `>>> ${part}`).join(' '));

const click = async (page: TestPage, ...parts: string[]) =>
  (await deep(page, ...parts))?.evaluate((node) => (node as unknown as { click(): void }).click());

type LitHost = { requestUpdate(): void; updateComplete: Promise<unknown> };

async function mappingOf(session: string): Promise<Json> {
  return (await world.session(session))['mapping'] as Json;
}

const spokenTexts = () => speech.requests.map(({ input }) => input);

test('a voice says a text with the names of fields, once the field is left, and is heard', async () => {
  const draft = await world.draft({ t_01: { source: { text: 'Ana' } } });
  const editor = await editors.open(draft);
  const { page, until } = editor;
  await click(page, 'framepress-form', '*[data-voice-over]');
  const text = await deep(page, 'framepress-voice-box', 'textarea');
  await text?.focus();
  await page.keyboard.type('Hello ');
  await click(page, 'framepress-voice-box', 'button[data-name=t_01]');
  await page.keyboard.type('!');
  const spoken = { source: { speech: { text: 'Hello {t_01}!' } } };
  await expect
    .poll(async () => (await mappingOf(draft.session))['audio_tracks'])
    .toEqual({ voice: spoken });
  await until(`stage.badge === ''`);
  // Nothing is said while the person types.
  expect(spokenTexts()).toEqual([]);
  await editor.evaluate(`control('t_01').focus()`);
  await expect.poll(spokenTexts).toEqual(['Hello Ana!']);
  await page.keyboard.type('bel');
  await until(`stage.badge === '' && editor.mapping.resources.t_01.source.text === 'Anabel'`);
  expect(spokenTexts()).toEqual(['Hello Ana!']);
  await click(page, 'framepress-voice-box', '.play button');
  await expect.poll(spokenTexts).toEqual(['Hello Ana!', 'Hello Anabel!']);
  // The focus can also go to a part of the form that is no field.
  await page.keyboard.type('le');
  await until(`stage.badge === '' && editor.mapping.resources.t_01.source.text === 'Anabelle'`);
  await (await deep(page, 'framepress-form', '*[data-captions]'))?.focus();
  await expect.poll(() => spokenTexts().at(-1)).toBe('Hello Anabelle!');

  const start = await deep(page, 'framepress-audio-field', '#voice-start');
  await start?.focus();
  await start?.evaluate((node) => (node as unknown as { select(): void }).select());
  await page.keyboard.type('0:00.5');
  // Other parts of the form are drawn anew meanwhile, such as when the voice has been made.
  await start?.evaluate(async (node) => {
    const { host } = (node as unknown as { getRootNode(): { host: LitHost } }).getRootNode();
    host.requestUpdate();
    await host.updateComplete;
  });
  await page.keyboard.press('Tab');
  const duck = await deep(page, 'framepress-audio-field', '#duck');
  await duck?.focus();
  await page.keyboard.press('End');
  await expect
    .poll(async () => (await mappingOf(draft.session))['audio_tracks'])
    .toEqual({ voice: { ...spoken, transform: { start: 0.5, duck: 24 } } });
  await page.close();

  const captioned = await editors.open(draft);
  await click(captioned.page, 'framepress-form', '*[data-captions]');
  await click(captioned.page, 'framepress-add-captions', 'form.audio button');
  await deep(captioned.page, 'framepress-cue-list', 'textarea');
  await expect
    .poll(async () => (await mappingOf(draft.session))['captions'])
    .toMatchObject({ source: { cues: [{ text: 'Hello Ana.', words: [{ text: 'Hello' }, {}] }] } });
  expect(captioned.page.problems).toEqual([]);
  await captioned.page.close();
});
