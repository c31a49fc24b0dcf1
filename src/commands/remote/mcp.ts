import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../../mcp/index.ts';
import { plain } from '../output.ts';
import { remoteClient } from './remote-client.ts';

/** Serves the MCP server over standard input and output, for the service that `framepress login` chose. */
export async function mcpCommand(): Promise<void> {
  const framepress = await remoteClient();
  const closed = Promise.withResolvers<void>();
  // An error must not be written to standard output, which holds the messages.
  const onerror = (error: Error) => void process.stderr.write(`${plain(error.message)}\n`);
  const server = serveStdio(() => createMcpServer(framepress), { onerror });
  process.stdin.once('end', () => closed.resolve());
  await closed.promise;
  await server.close();
}
