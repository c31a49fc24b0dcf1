import { expect, test } from 'vitest';
import { allows, isScope, within } from './scope.ts';

test.each([
  '',
  'mapping',
  'render_session:read',
  'render_session:write:rs_abc',
  'render_session:rs_abc',
  '*:read, mapping  upload:write',
])('%j is a scope', (text) => {
  expect(isScope(text)).toBe(true);
});

test.each([
  'videos',
  'mapping:delete',
  'mapping:read:',
  'mapping::map_1',
  'mapping:read:map_1:x',
  ':read',
  'mapping:read:../x',
])('%j is none, and allows nothing', (text) => {
  expect(isScope(text)).toBe(false);
  expect(allows(text, { resource: 'mapping', action: 'read', target: 'map_1' })).toBe(false);
});

test.each([
  ['', 'write', undefined, true],
  ['render_session', 'write', undefined, true],
  ['*:read', 'read', 'rs_1', true],
  ['*:read', 'write', 'rs_1', false],
  ['mapping', 'read', undefined, false],
  ['render_session:rs_1', 'write', 'rs_1', true],
  ['render_session:read:rs_1', 'read', 'rs_1', true],
  ['render_session:read:rs_1', 'write', 'rs_1', false],
  ['render_session:read:rs_1', 'read', 'rs_2', false],
  // One session's token neither lists nor creates.
  ['render_session:rs_1', 'read', undefined, false],
  ['mapping,render_session:read', 'read', undefined, true],
] as const)('%j and %s %s: %s', (scope, action, target, allowed) => {
  const need = { resource: 'render_session', action, ...(target !== undefined && { target }) };
  expect(allows(scope, need)).toBe(allowed);
});

test.each([
  ['mapping:read', '', true],
  ['', 'mapping', true],
  ['mapping:read', 'mapping', true],
  ['mapping', 'mapping:read', false],
  ['mapping', 'mapping:read mapping:write', true],
  ['*', 'mapping', false],
  ['mapping:read:map_1', 'mapping:read', true],
  ['mapping:read', 'mapping:read:map_1', false],
])('%j is within %j: %s', (asked, granted, fits) => {
  expect(within(asked, granted)).toBe(fits);
});
