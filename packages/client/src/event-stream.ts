/** A server-sent event. */
export type ServerEvent = { event: string | undefined; id: string | undefined; data: string };

/** The rest of a line that has no end yet is at most this long. A session with a large mapping fits. */
const MAX_BUFFER_CHARACTERS = 8 * 1024 * 1024;

/** Parses an event stream (HTML, 9.2.6). Comments are skipped. `onChunk` is called for each chunk. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let text = '';
  try {
    for (;;) {
      const { done: isDone, value } = await reader.read();
      if (isDone) return;
      onChunk();
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      if (text.length > MAX_BUFFER_CHARACTERS) return;
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Undefined for a comment. The service writes the data of an event in one line. */
function parse(block: string): ServerEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)`, 'm').exec(block)?.[1];
  const data = field('data');
  return data === undefined ? data : { event: field('event'), id: field('id'), data };
}
