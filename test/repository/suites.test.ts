import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { removeFolder } from '../support/folder.ts';
import { repositoryFiles } from './repository.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const paths = repositoryFiles().map(({ path }) => path);
const projects = (config.test?.projects ?? []).flatMap((one) =>
  typeof one === 'object' && 'test' in one && one.test ? [one.test] : [],
);

test('each test file belongs to a suite, and each pattern of a suite has files', () => {
  const included = projects.flatMap(({ include = [] }) => include);
  const tests = paths.filter((path) => /\.test\.tsx?$/.test(path));
  expect(tests.filter((path) => !included.some((glob) => matchesGlob(path, glob)))).toEqual([]);
  const excluded = projects.flatMap(({ exclude = [] }) => exclude);
  const globs = [...included, ...excluded.filter((glob) => /^(?:src|test)\//.test(glob))];
  expect(globs.length).toBeGreaterThan(projects.length);
  expect(globs.filter((glob) => !tests.some((path) => matchesGlob(path, glob)))).toEqual([]);
});

/** Each test says in its title how it ends. */
const ENDS = `
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
const isFirst = !existsSync('ran');
writeFileSync('ran', '');
test('passes', () => expect(1).toBe(1));
test.skip('is skipped', () => expect(1).toBe(2));
test('fails first', () => expect(isFirst).toBe(false));
test('fails again', () => expect(isFirst).toBe(true));
`;
const TWICE = `
test('fails twice', () => expect(1).toBe(2));
describe('a group', () => {
  beforeAll(() => { throw new Error('the set-up fails'); });
  test('is not run', () => expect(1).toBe(1));
});
`;
const AFTER_ITS_TEST = `
import { expect, test } from 'vitest';
test('passes', async () => {
  const late = new Promise((resolve) => process.once('uncaughtExceptionMonitor', resolve));
  setImmediate(() => { throw new Error('outside of the test'); });
  await late;
  expect(1).toBe(1);
});
`;

/** Runs test files with the program of \`npm test\`, as in CI. Returns its last lines. */
async function outcomeOf(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-suites-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const writer = `import { ReportWriter } from '${join(ROOT, 'scripts/test-report.ts')}';`;
    const reporters = `['default', new ReportWriter(process.env.TEST_REPORT)]`;
    await writeFile(
      join(folder, 'vitest.config.ts'),
      `${writer}\nexport default { test: { reporters: ${reporters} } };\n`,
    );
    await mkdir(join(folder, 'test'));
    for (const [name, source] of Object.entries(files))
      await writeFile(join(folder, 'test', `${name}.test.ts`), source);
    const child = spawn(process.execPath, [join(ROOT, 'scripts/test.ts')], {
      cwd: folder,
      env: { ...process.env, CI: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const code = new Promise((resolve) => child.once('exit', resolve));
    const lines = (await text(child.stdout)).split('\n').filter((line) => /^\S/.test(line));
    const isOutcome = (line: string) => /^(?:Failed|Failed twice|Flaky): |^\d+ passed, /.test(line);
    return { code: await code, lines: lines.filter(isOutcome) };
  } finally {
    await removeFolder(folder);
  }
}

test('a failed test runs again and is flaky if it passes then; what failed in both runs is red', async () => {
  expect(await outcomeOf({ ends: ENDS })).toEqual({
    code: 0,
    lines: [
      'Flaky: test/ends.test.ts > fails first',
      'Flaky: test/ends.test.ts > fails again',
      'Flaky: test/ends.test.ts > fails first, test/ends.test.ts > fails again',
      '3 passed, 0 failed',
    ],
  });
  expect(await outcomeOf({ ends: ENDS + TWICE })).toEqual({
    code: 1,
    lines: [
      'Flaky: test/ends.test.ts > fails first',
      'Failed twice: test/ends.test.ts > fails twice',
      'Failed twice: test/ends.test.ts',
      'Flaky: test/ends.test.ts > fails again',
      'Flaky: test/ends.test.ts > fails first, test/ends.test.ts > fails again',
      '3 passed, 2 failed',
    ],
  });
});

test('an error outside of all tests is red, also beside a flaky test', async () => {
  const outcome = await outcomeOf({ ends: ENDS, outside: AFTER_ITS_TEST });
  expect(outcome.code).toBe(1);
  expect(outcome.lines).toContain('Failed: outside of all files');
  expect(outcome.lines.at(-1)).toBe('4 passed, 1 failed');
});
