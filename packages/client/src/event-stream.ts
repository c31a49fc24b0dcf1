/** A server-sent event. */
export type ServerEvent = { event: string; id: string | undefined; data: string };

/** The rest of a line that has no end yet is at most this long. A session with a large mapping fits. */
const MAX_BUFFER_CHARACTERS = 8 * 1024 * 1024;

/** Parses an event stream (HTML, 9.2.6). Comments are skipped. `onChunk` is called for each chunk. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk();
      text += decoder.decode(value, { stream: true });
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

function parse(block: string): ServerEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  let id: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id') id = value;
  }
  return data.length > 0 ? { event, id, data: data.join('\n') } : undefined;
}
