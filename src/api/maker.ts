import type { Caller, Maker, Repositories } from '../database/index.ts';

/** Returns who sends a request, with the name to show; null for a caller that was just removed. */
export async function makerOf(
  { people, clients }: Pick<Repositories, 'people' | 'clients'>,
  { accountId, clientId }: Caller,
): Promise<Maker | null> {
  const maker = (await people.find(clientId)) ?? (await clients.findIn(accountId, clientId));
  return maker ? { id: clientId, name: maker.name } : null;
}
