import { expect, test } from 'vitest';
import { matchPath, routeOfHash, safePath } from './router.ts';

test('a hash has a path and a query', () => {
  const route = routeOfHash('#/templates/tpl_1/?tab=code&version=a%20b');
  expect(route.path).toBe('/templates/tpl_1');
  expect(route.query.get('version')).toBe('a b');
  expect(routeOfHash('').path).toBe('/');
});

test('a pattern matches whole parts and decodes parameters', () => {
  expect(matchPath('/templates/:id', '/templates/a%2Fb')).toEqual({ id: 'a/b' });
  expect(matchPath('/templates/:id', '/templates')).toBeUndefined();
  expect(matchPath('/templates/:id', '/templates/')).toBeUndefined();
  expect(matchPath('/templates/:id', '/templates/%E0%A4%A')).toBeUndefined();
  expect(matchPath('/templates', '/templates')).toEqual({});
});

test('a path from a link stays within the studio', () => {
  expect(safePath('/renders/rs_1?tab=files')).toBe('/renders/rs_1?tab=files');
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'x', '', null])
    expect(safePath(path)).toBeUndefined();
});
