/**
 * Encryption of all stored secrets: keys, key rotation, and secrets whose key is lost.
 */
export {
  ADDRESS_IN_JSON,
  type AddressJson,
  addressesIn,
  addressJson,
  withAddresses,
} from './address-json.ts';
export type { EncryptedRow, EncryptedStore, EncryptedStores } from './encrypted-store.ts';
export { keyFile, secretKeys } from './key-file.ts';
export { lostAddresses } from './lost-addresses.ts';
export { LOST_HINT, lostSecrets, reportLostSecrets } from './lost-secrets.ts';
export { reencryptAddresses, reencryptCredentials } from './reencrypt.ts';
export { createVault, decryptIfEncrypted, readVaultKey, type Vault } from './vault.ts';
