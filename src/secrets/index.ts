/**
 * Encryption of all stored secrets: keys, key rotation, and secrets whose key is lost.
 */
export { keyFile, secretKeys } from './key-file.ts';
export {
  LOST_HINT,
  lostSecrets,
  reportLostSecrets,
  resealAddresses,
  resealSecrets,
} from './reencrypt.ts';
export { createVault, readVaultKey, type Vault } from './vault.ts';
