/**
 * Encryption of all stored secrets: keys, key rotation, and secrets whose key is lost.
 */
export { keyFile, secretKeys } from './key-file.ts';
export {
  LOST_HINT,
  lostSecrets,
  resealAddresses,
  resealSecrets,
  tellLostSecrets,
} from './reencrypt.ts';
export { createVault, readVaultKey, type Vault } from './vault.ts';
