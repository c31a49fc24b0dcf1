/**
 * Runs the tests of the current folder. At the end it prints the slowest files, the number of started services, the times, and
 * `N passed, N failed`. With `--all` it adds the tests that are long by nature (`*.long.test.ts`), and runs the
 * end-to-end, API and crash tests again on a cluster. All other arguments are Vitest's.
 *
 * In CI, a file with a failed test runs once more, alone, after the others. A test that passes then is flaky:
 * the run is green and names it, with the output of both runs. CONTRIBUTING.md says what follows.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Report, ReportedFailure, ReportedFile } from './test-report.ts';

type Suite = { name: string; args: readonly string[]; environment: Record<string, string> };
/**
 * `first` and `second` are the errors of both runs: null where the test passed, undefined where it did not run.
 */
type Failure = Omit<ReportedFailure, 'text'> & {
  suite: Suite;
  first: string | null;
  second?: string | null;
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SLOWEST = 20;
/** If more files than this have failed, something is broken, and nothing runs again. */
const MAX_FILES_AGAIN = 20;

const isAll = process.argv.includes('--all');
const options = process.argv.slice(2).filter((arg) => arg !== '--all');
const begunMs = Date.now();
const folder = await mkdtemp(join(tmpdir(), 'framepress-tests-'));
const starts = join(folder, 'starts');
try {
  process.exitCode = await main();
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<number> {
  const suites: Suite[] = [{ name: 'tests', args: options, environment: {} }];
  if (isAll && options.length === 0)
    suites.push({
      name: 'tests on a cluster',
      args: ['--project', 'whole', 'test/api', 'test/e2e', 'test/crash'],
      environment: { TEST_CLUSTER: '1' },
    });
  const passed: string[] = [];
  const failures: Failure[] = [];
  const files: ReportedFile[] = [];
  for (const suite of suites) {
    const report = await runVitest(suite);
    files.push(...report.files);
    passed.push(...passedOf(suite, report));
    failures.push(
      ...report.failures.map(({ text, ...fields }) => ({ ...fields, suite, first: text })),
    );
  }
  if (process.env['CI']) {
    const passedIds = new Set(passed);
    passed.push(...(await runAgain(failures)).filter((id) => !passedIds.has(id)));
  }
  print(await summary(files));
  for (const failure of failures) print(reportOf(failure));
  const flaky = failures.filter(isFlaky);
  const failed = failures.length - flaky.length;
  if (flaky.length > 0) print(`Flaky: ${flaky.map(nameOf).join(', ')}`);
  print(`${passed.length} passed, ${failed} failed`);
  return failed === 0 && passed.length > 0 ? 0 : 1;
}

/** A test failed in one run and passed in the other. */
function isFlaky({ first, second }: Failure): boolean {
  return first === null || second === null;
}

function passedOf(suite: Suite, { files }: Report): string[] {
  return files.flatMap(({ project, file, passed }) =>
    passed.map((test) => JSON.stringify([suite.name, project, file, test])),
  );
}

async function runVitest(suite: Suite, more: readonly string[] = []): Promise<Report> {
  const output = join(folder, 'report.json');
  await rm(output, { force: true });
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...suite.args, ...more], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TEST_STARTS: starts,
      TEST_REPORT: output,
      ...(isAll && { TEST_ALL: '1' }),
      ...suite.environment,
    },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  const code = exitCode ?? 1;
  const text = await readFile(output, 'utf8').catch(() => '{"files":[],"failures":[]}');
  const report = JSON.parse(text) as Report;
  // For example, the end of Vitest itself, or of its global set-up.
  if (code !== 0 && report.failures.length === 0)
    report.failures.push({ project: '', text: `  Vitest ended with exit code ${code}.` });
  return report;
}

/**
 * Runs the files of failures again, one at a time, and adds the outcome to each failure, and further ones.
 * Returns the tests that passed.
 */
async function runAgain(failures: Failure[]): Promise<string[]> {
  const groups = Map.groupBy(failures, ({ suite, file }) => JSON.stringify([suite.name, file]));
  if (groups.size > MAX_FILES_AGAIN) return [];
  const passed: string[] = [];
  for (const group of groups.values()) {
    const [{ suite, file } = { suite: undefined, file: undefined }] = group;
    if (suite === undefined || file === undefined) continue;
    print(`Running again, alone: ${suite.name}: ${file}`);
    const report = await runVitest({ ...suite, args: [file] }, ['--maxWorkers=1']);
    const ids = passedOf(suite, report);
    passed.push(...ids);
    for (const failure of group) failure.second = outcomeAgain(failure, report, ids);
    failures.push(...newFailures(group, report));
  }
  return passed;
}

/** Returns the error of a test in the second run: null if it passed. */
function outcomeAgain(failure: Failure, report: Report, passed: readonly string[]): string | null {
  const second = report.failures.find((candidate) => isSame(candidate, failure));
  if (second) return second.text;
  const { suite, project, file, test } = failure;
  const hasPassed =
    test === undefined
      ? passed.length > 0
      : passed.includes(JSON.stringify([suite.name, project, file, test]));
  return hasPassed ? null : '  It did not run.';
}

/** Returns what failed only when a file ran again. An error outside of all files may have hidden others. */
function newFailures(group: readonly Failure[], report: Report): Failure[] {
  const [{ suite, file } = { suite: undefined, file: undefined }] = group;
  if (suite === undefined) return [];
  return report.failures
    .filter((candidate) => candidate.file === undefined || candidate.file === file)
    .filter((candidate) => !group.some((groupFailure) => isSame(candidate, groupFailure)))
    .map(({ text, ...fields }) =>
      fields.file === undefined
        ? { ...fields, suite, first: text }
        : { ...fields, suite, first: null, second: text },
    );
}

function isSame(candidate: ReportedFailure, { project, file, test }: Failure): boolean {
  return candidate.project === project && candidate.file === file && candidate.test === test;
}

function reportOf(failure: Failure): string {
  const { first, second } = failure;
  const name = nameOf(failure);
  if (first === null)
    return `Flaky: ${name}\n  At first it passed. When the file ran again:\n${second}`;
  if (second === undefined) return `Failed: ${name}\n${first}`;
  if (second === null) return `Flaky: ${name}\n${first}\n  When the file ran again, it passed.`;
  return `Failed twice: ${name}\n${first}\n  When the file ran again:\n${second}`;
}

function nameOf({ suite, file = 'outside of all files', test }: Failure): string {
  const where = suite.environment['TEST_CLUSTER'] === '1' ? ' (on a cluster)' : '';
  return [file, ...(test === undefined ? [] : [test])].join(' > ') + where;
}

async function summary(files: readonly ReportedFile[]): Promise<string> {
  const slowest = files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`);
  const lines = await readFile(starts, 'utf8').catch(() => '');
  const seconds = (Date.now() - begunMs) / 1000;
  return [
    'The slowest files, in seconds:',
    ...slowest,
    `Started services: ${lines.split('\n').length - 1}`,
    `Time: ${seconds.toFixed(0)} s. CPU time: ${cpuSeconds().toFixed(0)} s.`,
  ].join('\n');
}

/** CPU seconds of this process and of those that have ended below it; 0 outside of Linux. */
function cpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return 0;
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
