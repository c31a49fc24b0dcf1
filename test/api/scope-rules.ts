import { expect } from 'vitest';
import { OPERATIONS, type Operation } from './operations.ts';
import type { Route } from './world.ts';

/** A scope as the contract defines it. `target` is an id; `all` is every action. */
export type Entry = { resource: string; action: 'read' | 'write' | 'all'; target?: string };

/** Returns whether a scope allows an operation, by the words of the contract. */
export function isAllowed(entries: readonly Entry[], operation: Operation, id: string | undefined) {
  if (operation.anyToken) return true;
  if (operation.fullScope)
    return entries.some(({ resource, action, target }) => {
      return resource === '*' && action === 'all' && target === undefined;
    });
  const [resource = '', action] = operation.scope.split(':');
  const grants = (wanted: string, target: string | undefined) =>
    entries.some(
      (entry) =>
        (entry.resource === '*' || entry.resource === wanted) &&
        (entry.action === 'all' || entry.action === action) &&
        (entry.target === undefined || entry.target === target),
    );
  return grants(resource, id) && (operation.also ?? []).every((one) => grants(one, undefined));
}

export const operationOf = ({ operationId }: Route) => OPERATIONS[operationId] as Operation;

export function bodyOf(route: Route): { body?: object } {
  if (!['POST', 'PUT', 'PATCH'].includes(route.method) || route.isMultipart) return {};
  return { body: operationOf(route).body ?? {} };
}

/** The operation as a request that is refused, so that its resource can be shared. */
export function keeps({ removes: _removes, ...operation }: Operation): Operation {
  return operation;
}

export function expectRefused(
  answer: { status: number; headers: Record<string, unknown> },
  label: unknown,
) {
  expect([label, answer.status]).toEqual([label, 403]);
  expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
}
