import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault, readVaultKey } from './vault.ts';

const [old, fresh] = [randomBytes(32), randomBytes(32)];

test('only the owner decrypts a value, and each encryption gives another text', () => {
  const vault = createVault([fresh]);
  const encrypted = vault.encrypt('a secret ü', 'dst_1');
  expect(vault.decrypt(encrypted, 'dst_1')).toBe('a secret ü');
  expect(encrypted).not.toContain('secret');
  expect(vault.encrypt('a secret ü', 'dst_1')).not.toBe(encrypted);
  expect(() => vault.decrypt(encrypted, 'dst_2')).toThrow(/is missing/);
  const changed = encrypted.slice(0, -1) + (encrypted.endsWith('A') ? 'E' : 'A');
  expect(() => vault.decrypt(changed, 'dst_1')).toThrow(/is missing/);
  for (const text of ['', 'v1', 'v1.x.y', encrypted.slice(0, 20)]) {
    expect(() => vault.decrypt(text, 'dst_1')).toThrow(/is missing/);
  }
});

test('after a rotation the old key decrypts and the new key encrypts', () => {
  const encrypted = createVault([old]).encrypt('x', 'o');
  const rotated = createVault([fresh, old]);
  expect(rotated.decrypt(encrypted, 'o')).toBe('x');
  expect(encrypted.startsWith(rotated.currentPrefix)).toBe(false);
  expect(rotated.encrypt('x', 'o').startsWith(rotated.currentPrefix)).toBe(true);
  expect(() => createVault([fresh]).decrypt(encrypted, 'o')).toThrow(
    expect.objectContaining({ code: 'secret_key_missing' }),
  );
});

test('a key is 32 bytes in hex or base64', () => {
  expect(readVaultKey(fresh.toString('hex'))).toEqual(fresh);
  expect(readVaultKey(fresh.toString('base64'))).toEqual(fresh);
  expect(readVaultKey(fresh.toString('base64url'))).toEqual(fresh);
  expect(readVaultKey(randomBytes(31).toString('base64'))).toBeUndefined();
  expect(readVaultKey('change me')).toBeUndefined();
});
