import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesBelow } from '../../src/system/index.ts';
import { Client, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { probe } from '../support/probe.ts';
import { framepress, makeClient, PROGRAM } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let folder: string;
let file: string;
let mapping: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-cli-'));
  file = await writePackage(join(folder, 'small.zip'));
  mapping = join(folder, 'mapping.json');
  await writeFile(
    mapping,
    JSON.stringify({ missing: 'example', resources: { c_01: { source: { color: '00ff00' } } } }),
  );
});

afterAll(() => removeFolder(folder));

test('every command has help', async () => {
  const names = [
    ...['', 'serve', 'client create', 'client list', 'client rotate', 'client revoke'],
    ...['token create', 'account create', 'account list', 'account limits'],
    ...['account delete', 'template add'],
    ...['template inspect', 'render', 'still', 'compose', 'doctor', 'login', 'logout', 'push'],
    ...['renders', 'watch', 'batch', 'pull', 'types', 'mcp'],
  ];
  for (const command of names.map((name) => name.split(' ').filter(Boolean))) {
    const { code, stdout } = await framepress([...command, '--help']);
    expect([command, code]).toEqual([command, 0]);
    expect(stdout).toContain('Usage: framepress');
  }
  expect(await framepress(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
});

test('inspect prints the mapping specification and the report', async () => {
  const { code, stdout } = await framepress(['template', 'inspect', file, '--json']);
  expect(code).toBe(0);
  const result = JSON.parse(stdout);
  expect(result).toMatchObject({
    width: 320,
    height: 180,
    fps: 30,
    frames: 30,
    report: { errors: [], warnings: [] },
  });
  expect(Object.keys(result.style_version.editables)).toEqual([
    '(Footage)/USER/logo_01.png',
    'c_01',
    't_01',
  ]);
});

test('render writes a video, complete or partial, at another size', async () => {
  const out = join(folder, 'out.mp4');
  const { code, stdout } = await framepress([
    'render',
    file,
    '--mapping',
    mapping,
    '--out',
    out,
    '--width',
    '161',
    '--frames',
    '5:15',
    '--quality',
    'draft',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    frames: 10,
    width: 162,
    height: 92,
    seconds: expect.any(Number),
    frames_per_second: expect.any(Number),
    peak_memory_bytes: expect.any(Number),
  });
  expect(await probe(out)).toMatchObject({
    nb_read_frames: '10',
    width: 162,
    height: 92,
    codec_name: 'h264',
  });
});

test('render writes several files at once, each in the format of its extension', async () => {
  const [gif, zip] = [join(folder, 'out.gif'), join(folder, 'out.zip')];
  const sized = ['--height', '45', '--fps', '10', '--frames', '0:15'];
  const files = ['--out', gif, '--out', zip, '--format', 'jpeg'];
  const { code, stdout } = await framepress([
    ...['render', file, '--mapping', mapping, ...sized, ...files, '--json'],
  ]);
  expect(code).toBe(0);
  const { outputs } = JSON.parse(stdout) as { outputs: { frames: number }[] };
  expect(outputs).toMatchObject([
    { path: gif, format: 'gif', height: 45, fps: 10 },
    { path: zip, format: 'jpeg', height: 45, fps: 10 },
  ]);
  expect(await probe(gif)).toMatchObject({
    codec_name: 'gif',
    height: 45,
    nb_read_frames: String(outputs[0]?.frames),
  });
  const wrong = ['render', file, '--mapping', mapping, '--out', gif, '--codec', 'av1'];
  expect((await framepress([...wrong, '--json'])).code).toBe(2);
});

test('still draws a frame by time, number or name, also of a plain Lottie file', async () => {
  const out = join(folder, 'still.png');
  for (const which of [['--at', '0.5'], ['--frame', '15'], ['--stillcut', 'stillcut_01'], []]) {
    const { code } = await framepress([
      'still',
      file,
      ...which,
      '--mapping',
      mapping,
      '--out',
      out,
    ]);
    expect([which, code]).toEqual([which, 0]);
    const { data, info } = await sharp(out).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([320, 180, 0, 255, 0]);
  }
  const bare = join(folder, 'bare.json');
  const lottie = smallLottie();
  await writeFile(
    bare,
    JSON.stringify({ ...lottie, assets: [], layers: [{ ty: 3, ip: 0, op: 30 }] }),
  );
  expect(
    (await framepress(['still', bare, '--frame', '0', '--width', '64', '--out', out])).code,
  ).toBe(0);
  const { data, info } = await sharp(out).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, Math.min(...data)]).toEqual([64, 36, 255]);
});

test('compose writes a self-contained animation', async () => {
  const out = join(folder, 'composed.json');
  expect((await framepress(['compose', file, '--mapping', mapping, '--out', out])).code).toBe(0);
  const composed = JSON.parse(await readFile(out, 'utf8'));
  expect(composed.assets[0].p).toMatch(/^data:image\/(png|jpeg);base64,/);
  expect(composed.chars.length).toBeGreaterThan(0);
  expect(JSON.stringify(composed)).not.toContain('"sid"');
  // As a template it looks the same.
  const stills = [join(folder, 'a.png'), join(folder, 'b.png')];
  await framepress([
    'still',
    file,
    '--mapping',
    mapping,
    '--frame',
    '10',
    '--out',
    stills[0] ?? '',
  ]);
  await framepress(['still', out, '--frame', '10', '--out', stills[1] ?? '']);
  const [a, b] = await Promise.all(stills.map((path) => sharp(path).raw().toBuffer()));
  expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
});

test('a running service imports a template that the command line adds', async () => {
  const { dataDir, url } = await sharedService();
  const { code, stdout } = await framepress([
    'template',
    'add',
    file,
    '--data-dir',
    dataDir,
    '--json',
  ]);
  expect(code).toBe(0);
  const { template_style_version_id: id } = JSON.parse(stdout);
  const client = await new Client(url).login(await makeClient(dataDir));
  let status: unknown;
  while (status !== 'edit_ready') {
    const { body } = await client.send('GET', `/v2/template_style_versions/${id}`);
    ({ status } = body['template_style_version'] as { status: string });
    expect(status).not.toBe('failed');
    await pause(50);
  }
});

test('doctor reports a complete machine, and a missing encoder', async () => {
  const dataDir = join(folder, 'data');
  await makeClient(dataDir);
  const args = ['doctor', '--json', '--data-dir', dataDir];
  const { code, stdout } = await framepress(args);
  type Found = { ok: boolean; name: string; available?: false };
  const complete = JSON.parse(stdout) as { ok: boolean; findings: Found[] };
  expect(complete).toMatchObject({ ok: true });
  expect(code).toBe(0);
  const shown = (await framepress(args.filter((one) => one !== '--json'))).stdout;
  for (const { name, available } of complete.findings)
    expect(shown).toContain(`${available === false ? '–      ' : 'ok     '} ${name}: `);
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const { PATH = '' } = process.env;
  const script = `#!/bin/sh\nPATH='${PATH}' ffmpeg "$@" | if [ "$2" = -encoders ]; then sed /libx265/d; else cat; fi\n`;
  await writeFile(join(programs, 'ffmpeg'), script, { mode: 0o755 });
  const other = await framepress(args, { PATH: `${programs}:${PATH}` });
  expect(other.code).toBe(1);
  const { findings } = JSON.parse(other.stdout) as { findings: Found[] };
  const encoders = findings.filter(({ name }) => name.startsWith('encoder of '));
  expect(encoders).toHaveLength(8);
  expect(findings.filter(({ ok }) => !ok)).toMatchObject([
    { name: 'encoder of hevc', cure: expect.stringContaining('ffmpeg') },
  ]);
});

test('an interrupted render leaves no files behind', async () => {
  const long = await writePackage(join(folder, 'long.zip'), smallLottie(3000));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const args = ['render', long, '--mapping', mapping, '--out', join(folder, 'none.mp4')];
  const child = spawn(PROGRAM, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const isDrawing = async () =>
    (await entriesBelow(temporary)).some(({ parentPath }) => parentPath.includes('/segments'));
  while (!(await isDrawing())) {
    expect(child.exitCode, output).toBeNull();
    await pause(20);
  }
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([1, expect.stringContaining('ended by SIGINT')]);
  expect((await readdir(temporary)).filter((name) => name.startsWith('framepress-'))).toEqual([]);
});

test('exit codes distinguish failures from wrong usage, and no files are left behind', async () => {
  const out = join(folder, 'none.mp4');
  const incomplete = join(folder, 'incomplete.json');
  await writeFile(incomplete, '{"resources": {}}');
  const cases: [string[], number, string][] = [
    [['render', file, '--mapping', incomplete, '--out', out], 1, 'editable_missing'],
    [
      ['render', join(folder, 'nothing.zip'), '--mapping', mapping, '--out', out],
      1,
      'package_unreadable',
    ],
    [
      ['render', file, '--mapping', join(folder, 'nothing.json'), '--out', out],
      1,
      'malformed_body',
    ],
    [['render', file, '--mapping', mapping, '--out', out, '--frames', '9:3'], 2, 'invalid_request'],
    [
      ['render', file, '--mapping', mapping, '--out', out, '--frames', '0:31'],
      2,
      'invalid_request',
    ],
    [
      ['render', file, '--mapping', mapping, '--out', out, '--width', '99999'],
      2,
      'invalid_request',
    ],
    [['still', file, '--stillcut', 'nope', '--out', out], 2, 'invalid_request'],
  ];
  for (const [args, code, error] of cases) {
    const answer = await framepress([...args, '--json']);
    expect([args.slice(-2), answer.code]).toEqual([args.slice(-2), code]);
    expect(JSON.parse(answer.stdout).error.code).toBe(error);
    expect(answer.stderr).toContain('error: ');
  }
  for (const args of [
    ['render', file],
    ['render', '--out', out],
    ['frobnicate'],
    ['still', file, '--at', '1', '--frame', '2', '--out', out],
  ]) {
    expect([args, (await framepress(args)).code]).toEqual([args, 2]);
  }
  expect(
    (await framepress(['serve'], { FRAMEPRESS_WORKERS: 'many', FRAMEPRESS_TYPO: '1' })).stderr,
  ).toMatch(/FRAMEPRESS_WORKERS[\s\S]*FRAMEPRESS_TYPO/);
  expect(
    (await readdir(folder)).filter((name) => name.includes('none') || name.endsWith('.part')),
  ).toEqual([]);
});
