import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { presentLoudness } from '../audio/index.ts';
import { AppError, expected } from '../base/index.ts';
import { toSelfContained } from '../compose/index.ts';
import { type Config, readConfig } from '../config.ts';
import { importTemplate, readPackageFile } from '../import/index.ts';
import { type CheckedMapping, checkMapping, type Mapping } from '../mapping/index.ts';
import { Fetcher, parseAddressPolicy } from '../media/fetch/index.ts';
import { FORMATS } from '../output/index.ts';
import { ingestInputs, type Produced, produce } from '../produce/index.ts';
import { chooseHardware, type Hardware } from '../raster/index.ts';
import { Renderer } from '../render/index.ts';
import { stillFrame, type Template } from '../template/index.ts';
import { atLocalFiles, type LocalFiles } from './local-files.ts';
import { moveTo, prepareOut, writeOut } from './out-file.ts';
import { print, readMapping, wholeNumber } from './output.ts';
import { ProgressBar } from './progress-bar.ts';
import { type RenderOptions, wantedOutputs } from './render-outputs.ts';

export async function renderCommand(
  file: string,
  options: RenderOptions & { mapping?: string; frames?: string; json?: boolean },
): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const hardware = await hardwareOf(config);
  await using renderer = startRenderer(config, config.workers, hardware);
  const given = await readMapping(options.mapping);
  await composed(file, given, config, async ({ produced, folder, signal }) => {
    const { composition } = produced;
    const frames = options.frames === undefined ? undefined : parseFrames(options.frames);
    const outputs = wantedOutputs(options, composition.video).map((output, index) => {
      const path = join(folder, `video-${index}.${FORMATS[output.format].extension}`);
      return { ...output, path };
    });
    for (const { out } of outputs) await prepareOut(out);
    using bar = new ProgressBar(process.stderr);
    const video = await renderer.renderVideo(
      composition,
      folder,
      { outputs, ...(frames && { frames }) },
      (done, count) => bar.show(done, count),
      signal,
    );
    bar.end();
    for (const { path, out } of outputs) await moveTo(path, out);
    const files = video.outputs.map((facts, index) => ({
      path: resolve(outputs[index]?.out ?? ''),
      format: outputs[index]?.format,
      codec: outputs[index]?.codec,
      frames: facts.frameCount,
      width: facts.width,
      height: facts.height,
      fps: facts.fps,
      bytes: facts.bytes,
      alpha: facts.hasAlpha,
      sha256: facts.sha256,
    }));
    const drawn = files[0]?.frames ?? 0;
    const result = {
      ...files[0],
      outputs: files,
      seconds: round((performance.now() - started) / 1000),
      render_seconds: round(video.seconds),
      frames_per_second: round(drawn / video.seconds),
      peak_memory_bytes: video.peakRssBytes,
      loudness: presentLoudness(video.loudness),
      warnings: produced.warnings,
      fit: produced.fit,
    };
    print(options.json, result, () => [
      ...files.map(
        (f) =>
          `${f.path}: ${f.frames} frames, ${f.width}×${f.height}, ${(f.bytes / 1e6).toFixed(1)} MB`,
      ),
      `${result.seconds} s, ${result.frames_per_second} frames per second, rasteriser at most ${Math.round(result.peak_memory_bytes / 2 ** 20)} MB`,
      ...produced.warnings.map((w) => `warning: ${w.message}`),
    ]);
  });
}

/** Returns the configured hardware encoder per codec. A codec it cannot encode uses the CPU. */
function hardwareOf({ encoder }: Config): Promise<Hardware> {
  return chooseHardware(encoder, (codec, reason) => {
    process.stderr.write(`warning: ${encoder} does not encode ${codec} here: ${reason}\n`);
  });
}

export async function stillCommand(
  file: string,
  options: {
    at?: string;
    frame?: string;
    stillcut?: string;
    mapping?: string;
    out: string;
    width?: string;
    json?: boolean;
  },
): Promise<void> {
  const width = wholeNumber(options.width, '--width');
  const wantedFrame = wholeNumber(options.frame, '--frame');
  await prepareOut(options.out);
  const config = readConfig(process.env);
  await using renderer = startRenderer(config, 1);
  const { mapping, files } = await readMapping(options.mapping);
  const given = { mapping: { ...mapping, missing: 'example' as const }, files };
  await composed(file, given, config, async ({ template, produced, folder, signal }) => {
    const frame = wantedFrame ?? frameOf(template, options);
    const path = join(folder, 'still.png');
    const still = { frame, path, format: 'png' as const, ...(width !== undefined && { width }) };
    const [size] = await renderer.renderStills(produced.composition, folder, [still], signal);
    await moveTo(path, options.out);
    print(
      options.json,
      { path: resolve(options.out), frame, ...size, warnings: produced.warnings },
      () => [`${resolve(options.out)}: frame ${frame}, ${size?.width}×${size?.height}`],
    );
  });
}

export async function composeCommand(
  file: string,
  options: { mapping?: string; out: string; json?: boolean },
): Promise<void> {
  const config = readConfig(process.env);
  await composed(file, await readMapping(options.mapping), config, async ({ produced }) => {
    const bytes = new Map<string, Uint8Array>();
    for (const image of produced.composition.files)
      bytes.set(image.name, await readFile(image.path));
    const text = JSON.stringify(toSelfContained(produced.composition, bytes));
    await writeOut(options.out, text);
    print(
      options.json,
      {
        path: resolve(options.out),
        bytes: Buffer.byteLength(text),
        warnings: produced.warnings,
        fit: produced.fit,
      },
      () => [`${resolve(options.out)}: ${Buffer.byteLength(text)} bytes`],
    );
  });
}

type Given = { mapping: Mapping; files: LocalFiles };
type Composed = { template: Template; produced: Produced; folder: string; signal: AbortSignal };

/** Starts a renderer. Its processes start while the composition is made. */
function startRenderer(config: Config, processes: number, hardware: Hardware = {}): Renderer {
  const { rasteriserMemoryBytes: memoryBytes, stallMs, loudnessTargetLufs } = config;
  const renderer = new Renderer({
    ...{ processes, memoryBytes, stallMs, hardware },
    onHardwareFailure: (reason) =>
      process.stderr.write(`warning: ${reason} The CPU encodes instead.\n`),
    ...(loudnessTargetLufs !== undefined && { loudnessTargetLufs }),
  });
  renderer.warm();
  return renderer;
}

/**
 * Imports, checks, fetches and composes in a temporary folder. The folder is removed at the end, also
 * after SIGINT and SIGTERM.
 */
async function composed(
  file: string,
  given: Given,
  config: Config,
  use: (composed: Composed) => Promise<void>,
): Promise<void> {
  const template = await importTemplate(await readPackageFile(file));
  const mapping = checked(template, given);
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ['SIGINT', 'SIGTERM'])
    process.once(name, () =>
      stop.abort(new AppError('canceled', `The command was stopped by ${name}.`)),
    );
  const folder = await mkdtemp(join(tmpdir(), 'framepress-'));
  try {
    const produced = await composeIn(folder, template, { ...given, mapping }, config, signal);
    signal.throwIfAborted();
    await use({ template, produced, folder, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Throws all faults of a mapping. Hints show a local file as source, which only the command line
 * accepts.
 */
function checked(template: Template, { mapping, files }: Given): CheckedMapping {
  const spec = { editables: template.editables, fonts: template.fontNames };
  const faults = checkMapping(spec, mapping).map((f) => ({
    ...f,
    ...(f.hint && { hint: f.hint.replace(/"remote_url":\s*"[^"]*"/, '"file": "photo.jpg"') }),
  }));
  if (faults.length > 0) throw atLocalFiles(AppError.fromFaults(faults), files);
  return mapping as CheckedMapping;
}

async function composeIn(
  folder: string,
  template: Template,
  { mapping, files }: { mapping: CheckedMapping; files: LocalFiles },
  config: Config,
  signal: AbortSignal,
): Promise<Produced> {
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(config.fetchAllow),
    maxBytes: config.fetchMaxBytes,
    timeoutMs: config.fetchTimeoutMs,
  });
  const request = {
    editables: template.editables,
    mapping,
    // The command line has no uploads of a service, only upload ids that stand for local files.
    sources: { fetcher, upload: async (id: string) => files.get(id)?.path },
    folder: join(folder, 'media'),
  };
  const ingested = await ingestInputs(request, signal).catch((error: unknown) => {
    throw error instanceof AppError ? atLocalFiles(error, files) : error;
  });
  const images = join(folder, 'images');
  return await produce(template, mapping, ingested, images, config.fontDirs, { signal });
}

function frameOf(template: Template, { at, stillcut }: { at?: string; stillcut?: string }): number {
  const names = Object.keys(template.stillcuts);
  if (at === undefined) {
    const frame = stillFrame(template, { stillcut: stillcut ?? names[0] ?? '' });
    if (frame !== undefined || stillcut === undefined) return frame ?? 0;
    throw new AppError(
      'invalid_request',
      expected(`one of ${names.join(', ')}`, '--stillcut', stillcut),
    );
  }
  const seconds = Number(at);
  if (at.trim() === '' || !Number.isFinite(seconds) || seconds < 0) {
    throw new AppError('invalid_request', expected('seconds from the start', '--at', at));
  }
  const { frameCount, fps } = template.video;
  const end = frameCount / fps;
  if (seconds >= end) {
    const last = Math.ceil(((frameCount - 1) / fps) * 1000) / 1000;
    const what = `a time before the end at ${round(end)} s`;
    throw new AppError('invalid_request', expected(what, '--at', seconds), {
      hint: `The last frame is at ${last} s.`,
    });
  }
  return stillFrame(template, { at: seconds }) ?? 0;
}

function parseFrames(text: string): { first: number; count: number } {
  const [, first, end] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (first === undefined || Number(end) <= Number(first))
    throw new AppError(
      'invalid_request',
      expected('FIRST:END with END after FIRST, such as 0:30', '--frames', text),
    );
  return { first: Number(first), count: Number(end) - Number(first) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
