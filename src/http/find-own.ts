import { AppError } from '../base/index.ts';
import { type ById, callerOf } from './route.ts';

/** The name of a resource type in errors, and the hint that says how to list the resources. */
export type ResourceName = { name: string; hint?: string };

/**
 * Returns the resource that a request's path names, from the caller's account. Throws `not_found`.
 */
export async function findOwn<T>(
  request: ById,
  repository: { findIn(accountId: string, id: string): Promise<T | undefined> },
  resource: ResourceName,
): Promise<T> {
  const { id } = request.params;
  const ownResource = await repository.findIn(callerOf(request).accountId, id);
  if (ownResource !== undefined) return ownResource;
  throw notFound(id, resource);
}

export function notFound(id: string, { name, hint }: ResourceName): AppError {
  const message = `There is no ${name} ${JSON.stringify(id.slice(0, 60))}.`;
  return new AppError('not_found', message, hint === undefined ? {} : { hint });
}
