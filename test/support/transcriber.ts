import type { ServerResponse } from 'node:http';
import { startServer } from '../../src/media/testing/loopback-server.ts';

/** A request of the service: the fields of its form, and the bytes of the audio. */
export type Heard = { path: string; fields: Record<string, string[]>; audio: Buffer; key: string };

type Answer = (heard: Heard, response: ServerResponse) => unknown;

/** The other end of the transcription contract: a server that answers what a test says. */
export type Transcriber = AsyncDisposable & {
  /** The base of its addresses. */
  url: string;
  requests: Heard[];
  answer: Answer;
};

/** Answers with words: `[text, start, end]`. */
export const saying =
  (...words: readonly (readonly [string, number, number])[]): Answer =>
  (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        task: 'transcribe',
        language: 'english',
        text: words.map(([text]) => text).join(' '),
        words: words.map(([text, start, end]) => ({ word: text, start, end })),
      }),
    );
  };

export const refusing =
  (status: number, body = ''): Answer =>
  (_, response) => {
    response.statusCode = status;
    response.end(body);
  };

/** Starts a server at a free port of 127.0.0.1. */
export async function startTranscriber(answer: Answer = saying()): Promise<Transcriber> {
  const server = await startServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    const [, boundary = ''] = /boundary=(\S+)/.exec(headers['content-type'] ?? '') ?? [];
    const { fields, audio } = formIn(Buffer.concat(chunks), boundary);
    const heard = { path, fields, audio, key: headers.authorization ?? '' };
    transcriber.requests.push(heard);
    await transcriber.answer(heard, response);
  });
  const transcriber: Transcriber = {
    url: server.url('/v1'),
    requests: [],
    answer,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return transcriber;
}

/** Reads a form with one file. */
function formIn(body: Buffer, boundary: string): Pick<Heard, 'fields' | 'audio'> {
  const fields: Record<string, string[]> = {};
  let audio: Buffer = Buffer.alloc(0);
  for (const part of body.toString('latin1').split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n').slice(0, -2), 'latin1');
    const [, name] = /name="([^"]+)"/.exec(head) ?? [];
    if (name === undefined) continue;
    if (head.includes('filename=')) audio = content;
    else fields[name] = [...(fields[name] ?? []), content.toString('utf8')];
  }
  return { fields, audio };
}
