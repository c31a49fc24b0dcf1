import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defined } from './defined.ts';
import { allows, isScope, type RequiredScope, within } from './scope.ts';

test.each([
  'mapping',
  '*',
  'render_session:read',
  'render_session:write:rs_abc',
  'render_session:rs_abc',
  '*:read, mapping  upload:write',
  'usage:read',
  'batch:write:bat_1,batch:read',
])('%j is a scope', (text) => {
  expect(isScope(text)).toBe(true);
});

test.each([
  '',
  ',',
  ',,',
  '  ',
  '\t',
  '\0',
  '\u00a0',
  '\u2003',
  '\ufeff',
  'mapping\trender_session',
  'mapping\0',
  'mapping videos',
  'videos',
  'mapping:delete',
  'mapping:read:',
  'mapping::map_1',
  'mapping:read:map_1:x',
  ':read',
  'mapping:read:../x',
])('%j is not a scope, allows nothing and is never granted', (text) => {
  expect(isScope(text)).toBe(false);
  expect(within(text, '*')).toBe(false);
  expect(allows(text, { resource: 'mapping', action: 'read', target: 'map_1' })).toBe(false);
});

test.each([
  ['*', 'write', undefined, true],
  ['render_session', 'write', undefined, true],
  ['*:read', 'read', 'rs_1', true],
  ['*:read', 'write', 'rs_1', false],
  ['mapping', 'read', undefined, false],
  ['render_session:rs_1', 'write', 'rs_1', true],
  ['render_session:read:rs_1', 'read', 'rs_1', true],
  ['render_session:read:rs_1', 'write', 'rs_1', false],
  ['render_session:read:rs_1', 'read', 'rs_2', false],
  // A token for one session allows neither lists nor creation.
  ['render_session:rs_1', 'read', undefined, false],
  ['mapping,render_session:read', 'read', undefined, true],
] as const)('%j and %s %s: %s', (scope, action, target, allowed) => {
  const requiredScope = { resource: 'render_session', action, ...defined({ target }) };
  expect(allows(scope, requiredScope)).toBe(allowed);
});

test.each([
  ['mapping:read', '*', true],
  ['mapping:read', '', false],
  ['mapping:read', 'mapping', true],
  ['mapping', 'mapping:read', false],
  ['mapping', 'mapping:read mapping:write', true],
  ['*', 'mapping', false],
  ['mapping:read:map_1', 'mapping:read', true],
  ['mapping:read', 'mapping:read:map_1', false],
])('the scope %j is within %j: %s', (requested, granted, fits) => {
  expect(within(requested, granted)).toBe(fits);
});

const RESOURCE = fc.constantFrom(
  ...['template_style_version', 'mapping', 'render_session', 'upload', 'destination'],
  ...['webhook_endpoint', 'batch', 'usage', '*'],
);
const ACTION = fc.constantFrom('read', 'write');
const TARGET = fc.constantFrom('rs_1', 'rs_2', 'map_1');
const ENTRY = fc
  .tuple(RESOURCE, fc.option(ACTION), fc.option(TARGET))
  .map((parts) => parts.filter((part) => part !== null).join(':'));
const SEPARATOR = fc.constantFrom(' ', ',', ', ', ' ,, ', '\t', '\0', '\u00a0', ':', '');
/** Scopes, and texts that are similar to scopes. */
const SCOPE = fc
  .array(
    fc.tuple(fc.oneof({ weight: 8, arbitrary: ENTRY }, fc.string({ maxLength: 6 })), SEPARATOR),
    { maxLength: 4 },
  )
  .map((parts) => parts.flat().join(''));

test('a granted token never allows more than the scope of its client', () => {
  const requiredScope = fc.record(
    { resource: RESOURCE, action: ACTION, target: TARGET },
    { requiredKeys: ['resource', 'action'] },
  ) as fc.Arbitrary<RequiredScope>;
  const property = fc.property(
    SCOPE,
    SCOPE,
    requiredScope,
    (client, requestedScope, requiredScope) => {
      if (!within(requestedScope, client) || !allows(requestedScope, requiredScope)) return;
      expect(allows(client, requiredScope)).toBe(true);
    },
  );
  fc.assert(property, { numRuns: 20_000, seed: 1 });
});

test('a scope without entries is never granted', () => {
  const blanks = fc.array(
    fc.constantFrom(',', ' ', '\t', '\n', '\0', '\u00a0', '\u2028', '\u3000'),
  );
  const property = fc.property(blanks, SCOPE, (parts, client) => {
    expect(within(parts.join(''), client)).toBe(false);
  });
  fc.assert(property, { seed: 1 });
});
