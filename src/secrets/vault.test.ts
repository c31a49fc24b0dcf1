import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault, readVaultKey } from './vault.ts';

const [old, fresh] = [randomBytes(32), randomBytes(32)];

test('what is sealed is opened by its owner only, and never looks the same', () => {
  const vault = createVault([fresh]);
  const sealed = vault.seal('a secret ü', 'dst_1');
  expect(vault.open(sealed, 'dst_1')).toBe('a secret ü');
  expect(sealed).not.toContain('secret');
  expect(vault.seal('a secret ü', 'dst_1')).not.toBe(sealed);
  expect(() => vault.open(sealed, 'dst_2')).toThrow(/is not there/);
  const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'E' : 'A');
  expect(() => vault.open(changed, 'dst_1')).toThrow(/is not there/);
  for (const text of ['', 'v1', 'v1.x.y', sealed.slice(0, 20)]) {
    expect(() => vault.open(text, 'dst_1')).toThrow(/is not there/);
  }
});

test('after a rotation the old key opens, the new one seals', () => {
  const sealed = createVault([old]).seal('x', 'o');
  const rotated = createVault([fresh, old]);
  expect(rotated.open(sealed, 'o')).toBe('x');
  expect([rotated.isCurrent(sealed), rotated.isCurrent(rotated.seal('x', 'o'))]).toEqual([
    false,
    true,
  ]);
  expect(() => createVault([fresh]).open(sealed, 'o')).toThrow(
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
