import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tone, wavOf } from './tones.ts';

export type SpeechRequest = {
  input: string;
  voice: string;
  model: string;
  speed: number;
  response_format: string;
};

/** A server that speaks a part of OpenAI's API: each word is a tone, with a pause behind commas and full stops. */
export type SpeechServer = AsyncDisposable & {
  /** The base of its addresses, for `FRAMEPRESS_SPEECH_URL`. */
  url: string;
  requests: (SpeechRequest & { authorization: string | undefined })[];
  /** Requests for a text that begins with `slow` are answered then. */
  slowUntil: Promise<void>;
};

/** The pitch of the voice. */
export const VOICE_HERTZ = 2000;
const WORD_SECONDS = 0.3;
const PAUSE_SECONDS = 0.3;
/** The times of words that the server gives are earlier. */
export const LEAD_SECONDS = 0.05;

/** Returns when the words of a text are heard, in seconds of its audio. */
export function spokenTimes(text: string): { start: number; end: number }[] {
  let at = 0.1;
  return text.split(/\s+/).map((word) => {
    const start = at;
    const end = start + WORD_SECONDS;
    at = end + (/[,.!?]$/.test(word) ? PAUSE_SECONDS : 0);
    return { start, end };
  });
}

/**
 * Starts the server. `/dev/captioned_speech` answers with the times of words, 50 ms before their tones. A text that begins with a status, such as `503`, is answered with it; `html` with a page. `speak`
 * makes the WAV of a text in place of the tones.
 */
export async function startSpeechServer(
  speak: (text: string) => Promise<Buffer> = async (text) => tonesOf(text),
): Promise<SpeechServer> {
  const requests: SpeechServer['requests'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isTimed = request.url === '/dev/captioned_speech';
    if (request.url !== '/v1/audio/speech' && !isTimed)
      return void response.writeHead(404).end('{}');
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as SpeechRequest;
    requests.push({ ...sent, authorization: request.headers.authorization });
    if (sent.input.startsWith('slow')) await server.slowUntil;
    const [, status] = /^(\d{3})\b/.exec(sent.input) ?? [];
    if (status !== undefined) {
      response.writeHead(Number(status), { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ error: { message: 'The text is not allowed.' } }));
    }
    if (sent.input === 'html') return void response.end('<html>No speech today.</html>');
    const wav = await speak(sent.input);
    response.writeHead(200, { 'content-type': isTimed ? 'application/json' : 'audio/wav' });
    response.end(isTimed ? timedAnswer(sent.input, wav) : wav);
  };
  const web = createServer((request, response) => void answer(request, response));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const server: SpeechServer = {
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/v1`,
    requests,
    slowUntil: Promise.resolve(),
    async [Symbol.asyncDispose]() {
      web.closeAllConnections();
      web.close();
      await once(web, 'close');
    },
  };
  return server;
}

function tonesOf(text: string): Buffer {
  const times = spokenTimes(text);
  const voice = tone(VOICE_HERTZ, 0.3);
  const wave = (seconds: number) =>
    times.some(({ start, end }) => seconds >= start && seconds < end) ? voice(seconds) : 0;
  return wavOf((times.at(-1)?.end ?? 0) + 0.1, wave);
}

/** The answer of Kokoro-FastAPI: signs are words of their own. */
function timedAnswer(text: string, wav: Buffer): string {
  const words = text.split(/\s+/);
  const timestamps = spokenTimes(text).flatMap(({ start, end }, index) => {
    const [, word = '', sign] = /^(.*?)([,.!?])?$/.exec(words[index] ?? '') ?? [];
    const times = { start_time: start - LEAD_SECONDS, end_time: end };
    return [{ word, ...times }, ...(sign ? [{ word: sign, ...times, start_time: end }] : [])];
  });
  return JSON.stringify({ audio: wav.toString('base64'), audio_format: 'wav', timestamps });
}
