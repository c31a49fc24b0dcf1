import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export type ToolAnswer = {
  isError: boolean;
  /** The structured content. */
  data: Record<string, unknown>;
  text: string;
  images: { type: string; bytes: Buffer }[];
  progress: number[];
};

export type McpClient = AsyncDisposable & {
  client: Client;
  call(name: string, args: object): Promise<ToolAnswer>;
  /** Calls a tool that waits, again and again as its answers say, until the work is finished. */
  callUntilFinished(name: string, args: object): Promise<ToolAnswer>;
};

/** Connects to `/mcp` like an agent. */
export async function connectMcp(baseUrl: string, token: string): Promise<McpClient> {
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    requestInit: { headers },
  });
  return mcpClient(transport);
}

export async function mcpClient(transport: Parameters<Client['connect']>[0]): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const mcp: McpClient = {
    client,
    callUntilFinished: async (name, args) => {
      const progress: number[] = [];
      for (;;) {
        const answer = await mcp.call(name, args);
        progress.push(...answer.progress);
        if (answer.isError || answer.data['is_finished'] === true) return { ...answer, progress };
      }
    },
    call: async (name, args) => {
      const progress: number[] = [];
      const onprogress = (one: { progress: number }) => void progress.push(one.progress);
      const given = { name, arguments: args as Record<string, unknown> };
      const answer = await client.callTool(given, { onprogress, timeout: 120_000 });
      const texts = answer.content.flatMap((one) => (one.type === 'text' ? [one.text] : []));
      return {
        isError: answer.isError === true,
        data: (answer.structuredContent ?? {}) as Record<string, unknown>,
        text: texts.join('\n'),
        images: answer.content.flatMap((one) =>
          one.type === 'image'
            ? [{ type: one.mimeType, bytes: Buffer.from(one.data, 'base64') }]
            : [],
        ),
        progress,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
  return mcp;
}
