/**
 * Runs the tests. At the end it prints the slowest files, the number of started services, the times, and
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
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

type TestResult = { fullName: string; status: string; failureMessages: string[] };
/** A file of the report that Vitest writes as JSON. `message` is the error of a file that did not load. */
type FileResult = {
  name: string;
  status: 'passed' | 'failed';
  message: string;
  startTime: number;
  endTime: number;
  assertionResults: TestResult[];
};
type Suite = { name: string; args: readonly string[]; environment: Record<string, string> };
/** `again` is null if the test passed when it ran again, undefined if it did not run again. */
type Failure = { suite: Suite; file: string; test?: string; text: string; again?: string | null };
type Run = { code: number; files: FileResult[]; failures: Failure[] };

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SLOWEST = 20;
const MAX_LINES = 40;
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
  const runs: Run[] = [];
  for (const suite of suites) runs.push(await runVitest(suite));
  const failures = runs.flatMap((run) => run.failures);
  if (process.env['CI']) await runAgain(failures);
  print(await summary(runs));
  for (const failure of failures) print(report(failure));
  const flaky = failures.filter(({ again }) => again === null);
  const failed = failures.length - flaky.length;
  const tests = runs.flatMap(({ files }) => files.flatMap((file) => file.assertionResults));
  const passed =
    tests.filter(({ status }) => status === 'passed').length +
    flaky.filter(({ test }) => test !== undefined).length;
  if (flaky.length > 0) print(`Flaky: ${flaky.map(nameOf).join(', ')}`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function runVitest(suite: Suite, more: readonly string[] = []): Promise<Run> {
  const output = join(folder, 'report.json');
  await rm(output, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`];
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...suite.args, ...more, ...reporters], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TEST_STARTS: starts,
      ...(isAll && { TEST_ALL: '1' }),
      ...suite.environment,
    },
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  const code = exitCode ?? 1;
  const text = await readFile(output, 'utf8').catch(() => '{"testResults":[]}');
  const files = (JSON.parse(text) as { testResults: FileResult[] }).testResults;
  const failures = files.flatMap((file) => failuresOf(suite, file));
  // For example, an error outside of a test, or the end of Vitest itself.
  if (code !== 0 && failures.length === 0)
    failures.push({ suite, file: '', text: `  Vitest ended with exit code ${code}.` });
  return { code, files, failures };
}

function failuresOf(suite: Suite, { name, status, message, assertionResults }: FileResult) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const failures: Failure[] = failed.map(({ fullName: test, failureMessages }) => {
    return { suite, file, test, text: failureMessages.map(start).join('\n') };
  });
  if (status === 'failed' && failed.length === 0)
    failures.push({ suite, file, text: start(message) });
  return failures;
}

/** Runs the files of failures again, one at a time, and adds the outcome to each failure. */
async function runAgain(failures: readonly Failure[]): Promise<void> {
  const groups = Map.groupBy(failures, ({ suite, file }) => `${suite.name}: ${file}`);
  if (groups.size > MAX_FILES_AGAIN) return;
  for (const [name, group] of groups) {
    const [{ suite, file } = { suite: undefined, file: '' }] = group;
    if (suite === undefined || file === '') continue;
    print(`Running again, alone: ${name}`);
    const alone: Suite = { ...suite, args: [file] };
    const { code, files, failures: second } = await runVitest(alone, ['--maxWorkers=1']);
    const tests = files.flatMap((one) => one.assertionResults);
    for (const failure of group) {
      const { test } = failure;
      // A file that runs in two projects has two results.
      const results = tests.filter(({ fullName }) => fullName === test);
      const hasPassed =
        test === undefined
          ? code === 0
          : results.length > 0 && results.every(({ status }) => status === 'passed');
      const text = second.find((one) => one.test === test)?.text;
      failure.again = hasPassed ? null : (text ?? '  It did not run.');
    }
  }
}

function report(failure: Failure): string {
  const { text, again } = failure;
  const name = nameOf(failure);
  if (again === undefined) return `Failed: ${name}\n${text}`;
  if (again === null) return `Flaky: ${name}\n${text}\n  When the file ran again, it passed.`;
  return `Failed twice: ${name}\n${text}\n  When the file ran again:\n${again}`;
}

function nameOf({ suite, file, test }: Failure): string {
  const where = suite.environment['TEST_CLUSTER'] === '1' ? ' (on a cluster)' : '';
  return [file, ...(test === undefined ? [] : [test])].join(' > ') + where;
}

async function summary(runs: readonly Run[]): Promise<string> {
  const slowest = runs
    .flatMap(({ files }) => files)
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${relative(ROOT, name)}`);
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

/** The first lines of an error, without those of libraries. */
function start(text: string): string {
  const lines = text.split('\n').filter((line) => !line.includes('/node_modules/'));
  return lines
    .slice(0, MAX_LINES)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
