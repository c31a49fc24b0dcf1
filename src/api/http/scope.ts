/** Resources and actions that a token's scope can name. */
const RESOURCES = [
  'template_style_version',
  'mapping',
  'render_session',
  'upload',
  'destination',
  'webhook_endpoint',
  '*',
];
const ACTIONS = ['read', 'write'];

export type Need = { resource: string; action: 'read' | 'write'; target?: string };

/** Whether a text is a scope: `resource[:action][:target]`, separated by commas or spaces. */
export function isScope(text: string): boolean {
  return parts(text).every(
    ([resource = '', action, target, ...more]) =>
      RESOURCES.includes(resource) &&
      (action === undefined || ACTIONS.includes(action)) &&
      target !== '' &&
      more.length === 0,
  );
}

/** Whether a scope allows what is needed. An empty one allows all of the account. */
export function allows(scope: string, need: Need): boolean {
  const entries = parts(scope);
  return (
    entries.length === 0 ||
    entries.some(([resource, action, target]) => {
      const resourceFits = resource === '*' || resource === need.resource;
      return (
        resourceFits &&
        (action === undefined || action === need.action) &&
        (target === undefined || target === need.target)
      );
    })
  );
}

/** Whether every entry of `asked` is within `granted`. */
export function within(asked: string, granted: string): boolean {
  return parts(asked).every(([resource = '', action, target]) =>
    (action === undefined ? (['read', 'write'] as const) : [action as 'read' | 'write']).every(
      (one) => allows(granted, { resource, action: one, ...(target !== undefined && { target }) }),
    ),
  );
}

function parts(scope: string): string[][] {
  return scope
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.split(':'));
}
