const RESOURCES = [
  'template_style_version',
  'mapping',
  'render_session',
  'upload',
  'destination',
  'webhook_endpoint',
  '*',
];

export type Action = 'read' | 'write';

/** What a request does: `target` is the one id that it is about. */
export type Need = { resource: string; action: Action; target?: string };

type Entry = { resource: string; actions: readonly Action[]; target: string | undefined };

/** Whether a text is a scope: `resource[:action][:target]`, separated by commas or spaces. */
export function isScope(text: string): boolean {
  return entries(text) !== undefined;
}

/** Whether a scope allows what is needed. An empty one allows all of the account. */
export function allows(scope: string, need: Need): boolean {
  const granted = entries(scope);
  if (!granted) return false;
  if (granted.length === 0) return true;
  return granted.some(
    ({ resource, actions, target }) =>
      (resource === '*' || resource === need.resource) &&
      actions.includes(need.action) &&
      (target === undefined || target === need.target),
  );
}

/** Whether all that the scope `asked` allows is allowed by `granted`. */
export function within(asked: string, granted: string): boolean {
  return (entries(asked) ?? []).every(({ resource, actions, target }) =>
    actions.every((action) =>
      allows(granted, { resource, action, ...(target !== undefined && { target }) }),
    ),
  );
}

function entries(scope: string): Entry[] | undefined {
  const found: Entry[] = [];
  for (const text of scope.split(/[\s,]+/).filter((part) => part !== '')) {
    const [resource = '', ...rest] = text.split(':');
    const action = rest[0] === 'read' || rest[0] === 'write' ? rest[0] : undefined;
    const [target, ...more] = action === undefined ? rest : rest.slice(1);
    const known = RESOURCES.includes(resource);
    if (!known || more.length > 0 || (target !== undefined && !/^\w+_\w+$/.test(target))) {
      return undefined;
    }
    found.push({ resource, actions: action === undefined ? ['read', 'write'] : [action], target });
  }
  return found;
}
