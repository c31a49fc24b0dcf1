/**
 * Delivery to cloud storage: targets, credentials and uploads. The SDK of a vendor is loaded with
 * the first upload to it.
 */

import type { Network } from '../cloud/index.ts';
import { openAzure } from './azure.ts';
import { openGcs } from './gcs.ts';
import type { ObjectStore } from './object-store.ts';
import { openPut } from './put.ts';
import { openS3 } from './s3.ts';
import type { DeliverySettings } from './settings.ts';
import type { DeliveryTarget } from './target.ts';

export { type AddressGuard, connectionParts, type Network, openNetwork } from '../cloud/index.ts';
export type { ObjectStore, ObjectUpload, StoredObject } from './object-store.ts';
export { fillPath, type PathValues, pathFaults, urlPathFaults } from './place-path.ts';
export { CREDENTIALS, type DeliverySettings, identityOf, OPTIONS } from './settings.ts';
export { openSource } from './source.ts';
export {
  canonicalPrefix,
  type DeliveryTarget,
  keyHost,
  longestPrefix,
  parseTarget,
  showTarget,
  type TargetKind,
} from './target.ts';
export { type DestinationReport, testDestination } from './test-destination.ts';

/** Opens the store of a target. `settings` are undefined only for a presigned URL. */
export async function openStore(
  target: DeliveryTarget,
  settings: DeliverySettings | undefined,
  network: Network,
): Promise<ObjectStore> {
  if (settings?.kind === 's3') return openS3(settings, target.place, network);
  if (settings?.kind === 'gcs') return openGcs(settings, target.place, network);
  if (settings?.kind === 'azure') return openAzure(settings, target.place, network);
  return openPut(settings, target, network);
}
