import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../base/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { runProgram, startProgram } from './program.ts';

afterEach(() => vi.useRealTimers());

const LIMIT = { timeoutMs: 200_000 };
/** Starts an encoder that reads raw frames from stdin, like a render does. */
const encoder = (out: string) => [
  '-v',
  'error',
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgba',
  '-s',
  '64x64',
  '-r',
  '25',
  '-i',
  'pipe:0',
  '-y',
  out,
];
/** Returns whether a process has ended. A zombie counts as ended. */
async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  );
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

test('returns the output of a program', async () => {
  const { stdout, stderrTail } = await runProgram('sh', ['-c', 'cat; echo "$WORD" >&2; pwd'], {
    ...LIMIT,
    input: 'in\n',
    cwd: '/',
    env: { WORD: 'err' },
  });
  expect(stdout.toString()).toBe('in\n/\n');
  expect(stderrTail).toBe('err');
});

test('has no output limit with onLine', async () => {
  let lines = 0;
  let last = '';
  const onLine = (line: string) => {
    lines += 1;
    last = line;
  };
  const { stdout } = await runProgram('seq', ['3000000'], { ...LIMIT, onLine });
  expect([stdout.length, lines, last]).toEqual([0, 3_000_000, '3000000']);
});

test('stdin is empty without input', async () => {
  expect((await runProgram('cat', [], LIMIT)).stdout.length).toBe(0);
});

test('arguments are not interpreted by a shell', async () => {
  const { stdout } = await runProgram('printf', ['%s|', '--', '$(id)', 'a b', "'"], LIMIT);
  expect(stdout.toString()).toBe("--|$(id)|a b|'|");
});

test('a failure contains the exit code, the arguments and the last 40 lines of stderr', async () => {
  const script = 'i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo "line $i" >&2; done; exit 3';
  const error = await runProgram('sh', ['-c', script], LIMIT).catch((e: unknown) => e as AppError);
  expect(error).toMatchObject({ code: 'render_failed', message: 'sh ended with exit code 3.' });
  const reported = ((error as AppError).cause as Error).message;
  expect(reported).toContain(script);
  expect(reported.split('\n').slice(1)).toEqual(
    Array.from({ length: 40 }, (_, i) => `line ${i + 61}`),
  );
});

test('the caller sets the error code of a failure', async () => {
  await expect(
    runProgram('false', [], { ...LIMIT, failureCode: 'asset_corrupt' }),
  ).rejects.toMatchObject({ code: 'asset_corrupt' });
  await expect(
    runProgram('sleep', ['1000'], { timeoutMs: 30, timeoutCode: 'asset_timeout' }),
  ).rejects.toMatchObject({ code: 'asset_timeout' });
});

test('an error names the signal that ended a program', async () => {
  await expect(runProgram('sh', ['-c', 'kill -SEGV $$'], LIMIT)).rejects.toMatchObject({
    message: 'sh ended with SIGSEGV.',
  });
});

test('a program that something else has killed is not a failure of its input', async () => {
  const killed = runProgram('sh', ['-c', 'kill -KILL $$'], {
    ...LIMIT,
    failureCode: 'asset_corrupt',
  });
  await expect(killed).rejects.toMatchObject({
    code: 'process_crashed',
    message: 'sh was killed (SIGKILL).',
    retryable: true,
  });
});

test('a missing program is environment_incomplete', async () => {
  const missing = {
    code: 'environment_incomplete',
    details: { hint: expect.stringContaining('framepress doctor') },
  };
  await expect(runProgram('framepress-no-such-program', [], LIMIT)).rejects.toMatchObject(missing);
  await expect(
    startProgram('framepress-no-such-program', [], LIMIT).completion,
  ).rejects.toMatchObject(missing);
});

test('a missing working folder is not reported as a missing program', async () => {
  await expect(runProgram('true', [], { ...LIMIT, cwd: '/no/such/folder' })).rejects.toMatchObject({
    code: 'render_failed',
  });
});

test('a program with too much output is killed', async () => {
  await expect(runProgram('yes', [], { ...LIMIT, maxOutputBytes: 10_000 })).rejects.toMatchObject({
    code: 'render_failed',
    message: expect.stringContaining('10000 bytes'),
  });
});

test('a very long line on stderr is cut', async () => {
  const { stderrTail } = await runProgram(
    'sh',
    ['-c', 'head -c 5000000 /dev/zero | tr "\\0" x >&2'],
    LIMIT,
  );
  expect(stderrTail).toMatch(/^x+$/);
  expect(stderrTail.length).toBeLessThan(100_000);
});

test('the time limit and a signal kill a program and its whole group', async () => {
  const controller = new AbortController();
  const reason = new AppError('canceled', 'The user had enough.');
  await using folder = await temporaryFolder();
  const toFile = `sleep 1000 & echo $! > "$0"; wait`;
  const numberIn = async (name: string) =>
    Number(await readFile(join(folder.path, name), 'utf8').catch(() => ''));

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = runProgram('sh', ['-c', toFile, join(folder.path, 'late')], LIMIT);
  late.catch(() => undefined);
  await expect.poll(() => numberIn('late')).toBeGreaterThan(0);
  const lateChild = await numberIn('late');
  // Polls have advanced the time already.
  vi.advanceTimersByTime(LIMIT.timeoutMs / 2);
  expect(await isRunning(lateChild)).toBe(true);
  vi.advanceTimersByTime(LIMIT.timeoutMs / 2);
  await expect(late).rejects.toMatchObject({ code: 'render_timeout' });
  vi.useRealTimers();
  await expect.poll(() => isRunning(lateChild)).toBe(false);

  const aborted = runProgram(
    'sh',
    ['-c', toFile, join(folder.path, 'aborted')],
    LIMIT,
    controller.signal,
  );
  aborted.catch(() => undefined);
  await expect.poll(() => numberIn('aborted')).toBeGreaterThan(0);
  controller.abort(reason);
  await expect(aborted).rejects.toBe(reason);
  const abortedChild = await numberIn('aborted');
  await expect.poll(() => isRunning(abortedChild)).toBe(false);

  await expect(runProgram('true', [], LIMIT, controller.signal)).rejects.toBe(reason);
});

test('background processes of a program are killed when it ends', async () => {
  const { stdout } = await runProgram('sh', ['-c', 'sleep 1000 >/dev/null 2>&1 & echo $!'], LIMIT);
  await expect.poll(() => isRunning(Number(stdout))).toBe(false);
});

test('frames from the pipe are encoded to a video', async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'out.mp4');
  const encoding = startProgram('ffmpeg', encoder(out), LIMIT);
  await pipeline(
    Readable.from(Array.from({ length: 10 }, (_, i) => Buffer.alloc(64 * 64 * 4, i * 20))),
    encoding.stdin,
  );
  await encoding.completion;
  const { stdout } = await runProgram(
    'ffprobe',
    [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=nb_read_frames',
      '-of',
      'csv=p=0',
      out,
    ],
    LIMIT,
  );
  expect(stdout.toString().trim()).toBe('10');
});

test.each(['abort', 'kill', 'timeout'])('%s ends a running encoder', async (how) => {
  await using folder = await temporaryFolder();
  const controller = new AbortController();
  if (how === 'timeout') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const encoding = startProgram(
    'ffmpeg',
    encoder(join(folder.path, 'out.mp4')),
    LIMIT,
    controller.signal,
  );
  expect(await isRunning(encoding.pid ?? 0)).toBe(true);
  encoding.stdin.write(Buffer.alloc(64 * 64 * 4));
  if (how === 'abort') controller.abort();
  if (how === 'kill') encoding.kill();
  if (how === 'timeout') vi.advanceTimersByTime(LIMIT.timeoutMs);
  await expect(encoding.completion).rejects.toMatchObject({
    code: how === 'timeout' ? 'render_timeout' : 'canceled',
  });
  expect(await isRunning(encoding.pid ?? 0)).toBe(false);
});

test('`done` rejects when an encoder dies, also before it is awaited', async () => {
  const encoding = startProgram('ffmpeg', encoder('/no/such/folder/out.mp4'), LIMIT);
  const feeding = pipeline(
    Readable.from(Array.from({ length: 500 }, () => Buffer.alloc(64 * 64 * 4))),
    encoding.stdin,
  );
  await expect(feeding).rejects.toThrow();
  const error = await encoding.completion.catch((e: unknown) => e as AppError);
  expect(((error as AppError).cause as Error).message).toContain('No such file or directory');
});

/** A Node process that starts an encoder that reads stdin, and a program that does not. */
async function startParent(out: string, ending: string) {
  const program = JSON.stringify(new URL('./program.ts', import.meta.url).href);
  const script = `
    const { startProgram } = await import(${program});
    const encoding = startProgram('ffmpeg', ${JSON.stringify(encoder(out))}, { timeoutMs: 600000 });
    encoding.stdin.write(Buffer.alloc(64 * 64 * 4));
    const deaf = startProgram('sleep', ['1000'], { timeoutMs: 600000 });
    console.log(JSON.stringify([encoding.pid, deaf.pid]));
    ${ending}
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => parent.once('exit', resolve));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, exited, pids: JSON.parse(line.toString()) as number[] };
}

const ENDINGS: [string, string, NodeJS.Signals | undefined][] = [
  ['exits', 'setTimeout(() => process.exit(0), 50);', undefined],
  ['fails', 'setTimeout(() => { throw new Error("on purpose"); }, 50);', undefined],
  ['is killed', '', 'SIGKILL'],
  ['is interrupted', '', 'SIGINT'],
];

// Only Linux kills children of a killed parent; elsewhere only programs that read stdin end.
test.runIf(process.platform === 'linux').each(ENDINGS)(
  'programs end when their parent %s',
  async (_, ending, signal) => {
    await using folder = await temporaryFolder();
    const { parent, exited, pids } = await startParent(join(folder.path, 'out.mp4'), ending);
    expect(pids).toHaveLength(2);
    if (signal) {
      for (const pid of pids) expect(await isRunning(pid)).toBe(true);
      parent.kill(signal);
    }
    await exited;
    for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
  },
);
