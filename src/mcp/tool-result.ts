import { FramepressError } from '@framepress/client';
import type { CallToolResult, ContentBlock, ServerContext } from '@modelcontextprotocol/server';

/** Maximum number of faults in the text of an error. */
const MAX_FAULTS = 30;

/** What an agent can do about an error, by its code. */
const NEXT_STEPS: Record<string, string> = {
  editable_missing:
    'Call read_template to see which editables are required, or set missing to "example".',
  editable_unknown: 'Call read_template to see the names of the editables.',
  template_version_unknown: 'Call find_templates to see the ids of the versions.',
  template_version_not_ready: 'Wait some seconds and call read_template again.',
  not_found: 'Check the id. find_templates lists the templates.',
  conflict: 'Read the current state with wait_for_batch or wait_for_render.',
  unauthorized: 'Log in again: the token is missing, expired or revoked.',
  forbidden: 'Use a token whose scope allows this.',
  queue_full: 'Wait until a render has ended, then call the tool again.',
  rate_limited: 'Wait, then call the tool again.',
  unavailable: 'Wait some seconds, then call the tool again.',
};

/** Returns a result with structured content, and the same as text for clients that read only text. */
export function result(structured: object, ...more: ContentBlock[]): CallToolResult {
  const content: ContentBlock[] = [{ type: 'text', text: JSON.stringify(structured) }, ...more];
  return { content, structuredContent: structured as Record<string, unknown> };
}

/**
 * Runs a tool. Errors of the service become a result that says what to do next; `ownSteps` has the next
 * steps of this tool by code.
 */
export async function withErrors(
  work: () => Promise<CallToolResult>,
  ownSteps: Readonly<Record<string, string>> = {},
): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FramepressError)) throw error;
    return {
      isError: true,
      content: [{ type: 'text', text: errorText(error, { ...NEXT_STEPS, ...ownSteps }) }],
    };
  }
}

/**
 * Returns an error as text for an agent: its code, its first faults, the pause before a retry, and
 * the tools to call next. `nextSteps` has a sentence for each code.
 */
function errorText(error: FramepressError, nextSteps: Readonly<Record<string, string>>): string {
  const lines = error.errors.slice(0, MAX_FAULTS).map(({ pointer, message, hint }) => {
    const place = pointer === undefined ? '' : `${pointer}: `;
    return `${place}${message}${hint === undefined ? '' : ` ${hint}`}`;
  });
  const [first = error.message] = lines;
  const more = error.errors.length - lines.length;
  const steps = new Set([error.code, ...error.errors.map(({ code }) => code)]);
  const next = [...steps].flatMap((code) => nextSteps[code] ?? []);
  const wait =
    error.retryAfterMs === undefined ? [] : [`Wait ${Math.ceil(error.retryAfterMs / 1000)} s.`];
  return [
    `${error.code}: ${lines.length > 1 ? error.message : first}`,
    ...(lines.length > 1 ? lines.map((line) => `- ${line}`) : []),
    ...(more > 0 ? [`(and ${more} more)`] : []),
    ...(next.length + wait.length > 0 ? [`Next: ${[...wait, ...next].join(' ')}`] : []),
  ].join('\n');
}

/** Returns a function that reports progress to the agent, if it asked for it. */
export function progressReporter({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  let last = -1;
  return (percent: number, message: string): void => {
    // Progress must grow with each notification.
    if (progressToken === undefined || percent <= last) return;
    last = percent;
    const params = { progressToken, progress: percent, total: 100, message };
    // A client that is gone does not need the progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
