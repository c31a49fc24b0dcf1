import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError, say } from '../base/index.ts';
import { startServer } from '../media/testing/loopback-server.ts';
import { temporaryFolder } from '../media/testing/temporary-folder.ts';
import { ModelServer } from './model-server.ts';
import { recogniseWords, transcriptionKey } from './recognise.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** Recognises words with a server that gives these answers, one after another; the last one repeats. */
async function heard(...answers: Answer[]) {
  let requests = 0;
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'audio.flac');
  await writeFile(path, 'fLaC');
  await using web = await startServer(async (request, response) => {
    request.resume();
    const answer = answers[Math.min(requests, answers.length - 1)];
    requests += 1;
    await answer?.(response, request);
  });
  await using server = serverAt(web.url('/v1'));
  const { signal } = new AbortController();
  const asking = { server, model: 'small', accountId: 'acc_1' };
  try {
    const { words } = await recogniseWords({ path, seconds: 5, language: 'de-AT' }, asking, signal);
    return { requests, words: words.map(({ text }) => text.trim()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, retryable, message } = error;
    return { requests, code, retryable, message };
  }
}

function serverAt(url: string): ModelServer {
  return new ModelServer({
    url,
    key: undefined,
    name: say`the transcription server`,
    variables: 'FRAMEPRESS_TRANSCRIPTION',
    failureCode: 'transcription_failed',
    atOnce: 1,
    atOncePerAccount: 1,
    retryPauseMs: 1,
  });
}

const send =
  (body: string, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
const WORDS = send('{"words":[{"word":"Hallo","start":1,"end":2}]}');
const FAILED = { code: 'transcription_failed' };

test('words come after answers that are repeated', async () => {
  const busy = send('', 429, { 'retry-after': '0' });
  const broken: Answer = (response) => response.destroy();
  expect(await heard(busy, send('', 500), broken, WORDS)).toEqual({
    requests: 4,
    words: ['Hallo'],
  });
});

test('a server that does not recover is an error that can be repeated', async () => {
  expect(await heard(send('', 503))).toMatchObject({ ...FAILED, requests: 4, retryable: true });
  const cut: Answer = (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"words":');
    response.destroy();
  };
  expect(await heard(cut)).toMatchObject({ ...FAILED, requests: 4, retryable: true });
});

test('no network is an error that can be repeated', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'audio.flac');
  await writeFile(path, 'fLaC');
  let url = '';
  {
    await using closed = await startServer(() => undefined);
    url = closed.url('/v1');
  }
  await using server = serverAt(url);
  const asking = { server, model: 'small', accountId: 'acc_1' };
  const { signal } = new AbortController();
  await expect(recogniseWords({ path, seconds: 5 }, asking, signal)).rejects.toMatchObject({
    ...FAILED,
    retryable: true,
  });
});

test('wrong answers are errors that are not repeated', async () => {
  for (const answer of [
    send('<html>'),
    send('{"text":"Hallo"}'),
    send('{"words":[{"word":"a","start":NaN}]}'),
    send('', 302, { location: 'http://127.0.0.1:1/' }),
    send('{"error":{"message":"unknown model"}}', 404),
  ])
    expect(await heard(answer)).toMatchObject({ ...FAILED, requests: 1, retryable: false });
});

test('an answer of megabytes is cut off', async () => {
  const endless: Answer = (response) => {
    const chunk = Buffer.alloc(2 ** 20, 32);
    const write = () => {
      for (;;) if (response.destroyed || !response.write(chunk)) return;
    };
    response.on('drain', write);
    write();
  };
  expect(await heard(endless)).toMatchObject({ ...FAILED, requests: 1, retryable: false });
});

test('a cancelled request ends at once', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'audio.flac');
  await writeFile(path, 'fLaC');
  const stop = new AbortController();
  await using web = await startServer(() => stop.abort(new AppError('canceled', 'Stopped.')));
  await using server = serverAt(web.url('/v1'));
  const asking = { server, model: 'small', accountId: 'acc_1' };
  await expect(recogniseWords({ path, seconds: 5 }, asking, stop.signal)).rejects.toMatchObject({
    code: 'canceled',
  });
});

test('the key of words has what decides them', () => {
  const settings = { url: 'http://a/v1', key: 'secret', model: 'small' };
  const keys = [
    transcriptionKey({ language: 'de-AT' }, settings),
    transcriptionKey({ language: 'de' }, settings),
    transcriptionKey({}, settings),
    transcriptionKey({ prompt: 'Zoë' }, settings),
    transcriptionKey({ prompt: 'Zoë' }, { ...settings, model: 'large' }),
  ].map((key) => JSON.stringify(key));
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
  expect(keys.join()).not.toContain('secret');
});
