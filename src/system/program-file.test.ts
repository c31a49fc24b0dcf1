import { afterEach, expect, test, vi } from 'vitest';
import { programFile } from './program-file.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a program is beside its module, in the sources and in the bundles', () => {
  vi.stubEnv('PROGRAMS_FOLDER', undefined);
  expect(programFile('draw', 'file:///a/src/b/start.ts')).toBe('/a/src/b/draw.ts');
  expect(programFile('draw', 'file:///a%20b/start-x1.js')).toBe('/a b/draw.js');
});

test('sources start the bundles of a folder, and bundles their own', () => {
  vi.stubEnv('PROGRAMS_FOLDER', '/c/programs');
  expect(programFile('draw', 'file:///a/src/b/start.ts')).toBe('/c/programs/draw.js');
  expect(programFile('draw', 'file:///a/start-x1.js')).toBe('/a/draw.js');
});
