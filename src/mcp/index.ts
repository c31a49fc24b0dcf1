/** The MCP server: tools with which an agent makes videos. The tools call the API with the client. */
export { createMcpServer } from './create-mcp-server.ts';
