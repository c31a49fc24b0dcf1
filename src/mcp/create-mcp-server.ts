import type { Framepress } from '@framepress/client';
import { McpServer } from '@modelcontextprotocol/server';
import { addBatchTools } from './batch-tools.ts';
import { addCaptionTools } from './caption-tools.ts';
import { addDraftTools } from './draft-tools.ts';
import { addRenderTools } from './render-tools.ts';
import { addSessionTools } from './session-tools.ts';
import { addTemplateTools } from './template-tools.ts';

/** Maximum number of values in the arguments of a call: 1,000 rows of a batch with 100 columns. */
const MAX_ARGUMENT_VALUES = 100_000;

const INSTRUCTIONS = `Framepress renders videos from templates.
To make a video: find_templates, then read_template for the names of its editables, then draw_still to see a frame
with your content and how it fits, then start_render, then wait_for_render, which returns the address of the video.
transcribe returns the words in audio as captions; captions reads and changes those of a render.
upload_file takes files that are not on the web; list_renders and cancel_render are for renders that were started.
To make one video for each row of a table: run_batch, then wait_for_batch; change_batch corrects rows, resumes or cancels.
A template without editables: draft_template proposes some, and save_template adds a version with them.
An error names the field and says what to do next.`;

/** Returns an MCP server whose tools use this client, with the rights of its token. */
export function createMcpServer(framepress: Framepress): McpServer {
  const server = new McpServer(
    { name: 'framepress', title: 'Framepress', version: '0.1.0' },
    { instructions: INSTRUCTIONS, maxToolInputElements: MAX_ARGUMENT_VALUES },
  );
  addTemplateTools(server, framepress);
  addDraftTools(server, framepress);
  addRenderTools(server, framepress);
  addCaptionTools(server, framepress);
  addBatchTools(server, framepress);
  addSessionTools(server, framepress);
  return server;
}
