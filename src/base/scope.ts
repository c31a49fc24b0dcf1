import { defined } from './defined.ts';

const RESOURCES = [
  'template_style_version',
  'mapping',
  'render_session',
  'upload',
  'destination',
  'webhook_endpoint',
  'batch',
  'usage',
  'service',
  '*',
];

/** The scope that allows everything in the account. */
export const FULL_SCOPE = '*';

export type Action = 'read' | 'write';

/** The scope that a request needs. `target` is the id in its path. */
export type RequiredScope = { resource: string; action: Action; target?: string };

type Entry = { resource: string; actions: readonly Action[]; target: string | undefined };

/**
 * Returns whether a text has entries `resource[:action][:target]`, separated by commas or spaces.
 */
export function isScope(text: string): boolean {
  return entries(text).length > 0;
}

/** Returns whether a scope includes the required scope. A malformed scope allows nothing. */
export function allows(scope: string, requiredScope: RequiredScope): boolean {
  return entries(scope).some(
    ({ resource, actions, target }) =>
      (resource === '*' || resource === requiredScope.resource) &&
      actions.includes(requiredScope.action) &&
      (target === undefined || target === requiredScope.target),
  );
}

/** Returns whether `requested` is a valid scope and `granted` allows everything that it allows. */
export function within(requested: string, granted: string): boolean {
  const requestedEntries = entries(requested);
  // `every` returns true for an empty list.
  if (requestedEntries.length === 0) return false;
  return requestedEntries.every(({ resource, actions, target }) =>
    actions.every((action) => allows(granted, { resource, action, ...defined({ target }) })),
  );
}

/** Returns the entries of a scope; an empty list when any entry is malformed. */
function entries(scope: string): Entry[] {
  const foundEntries: Entry[] = [];
  for (const text of scope.split(/[ ,]+/).filter((part) => part !== '')) {
    const [resource = '', ...otherParts] = text.split(':');
    const action =
      otherParts[0] === 'read' || otherParts[0] === 'write' ? otherParts[0] : undefined;
    const [target, ...more] = action === undefined ? otherParts : otherParts.slice(1);
    const isKnown = RESOURCES.includes(resource);
    if (!isKnown || more.length > 0 || (target !== undefined && !/^\w+_\w+$/.test(target))) {
      return [];
    }
    foundEntries.push({
      resource,
      actions: action === undefined ? ['read', 'write'] : [action],
      target,
    });
  }
  return foundEntries;
}
