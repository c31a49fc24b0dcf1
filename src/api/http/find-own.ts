import { AppError } from '../../base/index.ts';
import { type ById, callerOf } from './route.ts';

/** How a kind of resource is called in an error, and how to list what there is. */
export type ResourceName = { name: string; hint?: string };

/** The resource that a request's path names, of the caller's account. Throws `not_found`. */
export async function findOwn<T>(
  request: ById,
  repository: { findIn(accountId: string, id: string): Promise<T | undefined> },
  resource: ResourceName,
): Promise<T> {
  const { id } = request.params;
  const found = await repository.findIn(callerOf(request).accountId, id);
  if (found !== undefined) return found;
  throw notFound(id, resource);
}

export function notFound(id: string, { name, hint }: ResourceName): AppError {
  const message = `There is no ${name} ${JSON.stringify(id.slice(0, 60))}.`;
  return new AppError('not_found', message, hint === undefined ? {} : { hint });
}
