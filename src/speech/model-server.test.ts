import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { say } from '../base/index.ts';
import { startServer } from '../media/testing/loopback-server.ts';
import { temporaryFolder } from '../media/testing/temporary-folder.ts';
import { ModelServer } from './model-server.ts';
import { openSpeechServer } from './servers.ts';

const { signal } = new AbortController();
const KEY = 'sk-secret-1234';

/** A server with these answers, one after another; the last one repeats. */
async function serverWith(
  ...answers: ((request: IncomingMessage, response: ServerResponse) => unknown)[]
) {
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const web = await startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    requests.push({ path, headers, body: Buffer.concat(chunks).toString('latin1') });
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    await answer?.(request, response);
  });
  const outcomes: string[] = [];
  const server = new ModelServer({
    url: web.url('/v1'),
    key: KEY,
    name: say`the speech server`,
    variables: 'FRAMEPRESS_SPEECH',
    failureCode: 'speech_failed',
    atOnce: 2,
    atOncePerAccount: 2,
    retryPauseMs: 1,
    onRequest: (outcome) => outcomes.push(outcome),
  });
  const request = (more: object = {}) => ({
    accountId: 'acc_1',
    path: '/audio/speech',
    body: { json: { input: 'Hallo' } },
    timeoutMs: 60_000,
    maxBytes: 1000,
    ...more,
  });
  return {
    requests,
    outcomes,
    server,
    request,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await web[Symbol.asyncDispose]();
    },
  };
}

const status =
  (code: number, body: string | object = '', headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(code, { 'content-type': 'audio/wav; x=1', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

test('an answer becomes a file, and the request has the key and JSON', async () => {
  await using folder = await temporaryFolder();
  await using use = await serverWith(status(200, 'RIFF'));
  const path = join(folder.path, 'a.wav');
  const answer = await use.server.postToFile(use.request(), path, signal);
  expect(answer).toEqual({ contentType: 'audio/wav', bytes: 4 });
  expect(await readFile(path, 'utf8')).toBe('RIFF');
  expect(use.requests[0]).toMatchObject({
    path: '/v1/audio/speech',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: '{"input":"Hallo"}',
  });
});

test('a form with a file is sent, again after a failure that may pass', async () => {
  await using use = await serverWith(status(503), status(200, '{"words":[]}'));
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a');
  await writeFile(path, 'the audio');
  const file = { field: 'file', path, name: 'audio.flac', contentType: 'audio/flac' };
  const fields = { model: 'whisper-1', 'timestamp_granularities[]': ['word', 'segment'] };
  const body = { form: { fields, file } };
  const { text } = await use.server.postForText(use.request({ body }), signal);
  expect(text).toBe('{"words":[]}');
  expect(use.requests).toHaveLength(2);
  expect(use.outcomes).toEqual(['failed', 'answered']);
  for (const { body: sent, headers } of use.requests) {
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent).toContain('filename="audio.flac"');
    expect(sent).toContain('the audio');
    expect(sent).toContain('whisper-1');
    expect(sent.split('name="timestamp_granularities[]"')).toHaveLength(3);
  }
});

test.each([
  [429, '', 4, 'The request to the speech server failed with status 429.'],
  [500, 'trace of the server', 4, 'The request to the speech server failed with status 500.'],
  [401, { error: { message: `bad key ${KEY}` } }, 1, 'failed with status 401.'],
  [400, { error: { message: 'no voice "x"' } }, 1, 'status 400: no voice "x"'],
  [400, { detail: { message: `no ${KEY}` } }, 1, 'status 400: no …'],
  [302, '', 1, 'failed with status 302.'],
  [200, 'x'.repeat(2000), 1, 'Expected at most 1000 bytes from the speech server'],
])('status %s with %j ends after %s requests', async (code, body, count, message) => {
  await using use = await serverWith(status(code, body, { location: '/elsewhere' }));
  const failure = use.server.postForText(use.request(), signal);
  await expect(failure).rejects.toMatchObject({
    code: 'speech_failed',
    message: expect.stringContaining(message),
    retryable: count > 1,
  });
  await expect(failure).rejects.not.toThrow(KEY);
  expect(use.requests).toHaveLength(count);
});

test('an answer that breaks off, no server, and one that never answers', async () => {
  await using use = await serverWith((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setImmediate(() => response.destroy());
  });
  await expect(use.server.postForText(use.request(), signal)).rejects.toMatchObject({
    code: 'speech_failed',
    message: 'The answer of the speech server broke off.',
    retryable: true,
  });
  const port = Number(new URL((await startAndStop()).url).port);
  await using lostServer = openSpeechServer({
    url: `http://127.0.0.1:${port}/v1`,
    key: KEY,
    model: 'm',
  });
  await expect(lostServer.postForText(use.request(), signal)).rejects.toThrow(
    'it cannot be reached',
  );
  await using silent = await serverWith(() => undefined);
  const late = silent.server.postForText(silent.request({ timeoutMs: 1 }), signal);
  await expect(late).rejects.toThrow('The request to the speech server took longer than 0.001 s.');
  expect(silent.requests.length).toBeLessThan(2);
  const stop = new AbortController();
  const stopped = silent.server.postForText(silent.request(), stop.signal);
  stop.abort();
  await expect(stopped).rejects.toMatchObject({ code: 'canceled' });
});

/** The address of a server that is gone. */
async function startAndStop() {
  await using web = await startServer(() => undefined);
  return { url: web.url('') };
}
