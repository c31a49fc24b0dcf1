import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError, expected } from '../base/index.ts';
import { pathOfAsset, toSelfContained } from '../compose/index.ts';
import { type Config, readConfig } from '../config/index.ts';
import { FORMATS } from '../output/index.ts';
import { presentLoudness, textTracks } from '../produce/index.ts';
import { chooseHardware, type Hardware } from '../raster/index.ts';
import { startRenderer, withComposition } from './composed.ts';
import type { PackageOptions } from './import-package.ts';
import { readMappingFile } from './mapping-file.ts';
import { moveTo, prepareOut, refuseInput, writeOut } from './out-file.ts';
import { print } from './output.ts';
import { ProgressBar } from './progress-bar.ts';
import { captionsIn, writeCaptions } from './render/caption-outputs.ts';
import { type RenderOptions, wantedOutputs } from './render/render-outputs.ts';

/** Renders a package with a mapping on this machine, without a service, and prints facts about the files. */
export async function renderCommand(
  file: string,
  options: RenderOptions & PackageOptions & { mapping?: string; frames?: string; json?: boolean },
): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const hardware = await hardwareOf(config);
  await using renderer = startRenderer(config, config.workers, hardware);
  const mapping = await readMappingFile(options.mapping);
  await withComposition(
    { file, mapping, config, choice: options },
    async ({ produced, folder, signal }) => {
      const { composition, paths } = produced;
      const frames = options.frames === undefined ? undefined : parseFrames(options.frames);
      const outputs = wantedOutputs(options, composition.video).map((output, index) => {
        const path = join(folder, `video-${index}.${FORMATS[output.format].extension}`);
        return { ...output, path };
      });
      const captions = captionsIn(produced.captions, frames, composition.video);
      for (const { out } of outputs) await prepareOut(out);
      using bar = new ProgressBar(process.stderr);
      const video = await renderer.renderVideo(
        {
          composition,
          paths,
          folder,
          outputs,
          texts: textTracks(captions),
          ...(frames && { frames }),
          onProgress: (doneCount, count) => bar.show(doneCount, count),
        },
        signal,
      );
      bar.end();
      for (const { path, out } of outputs) await moveTo(path, out);
      const saved = await writeCaptions(captions, outputs[0]?.out ?? '', mapping.files);
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
      const frameCount = files[0]?.frames ?? 0;
      const result = {
        ...files[0],
        outputs: files,
        seconds: round((performance.now() - started) / 1000),
        render_seconds: round(video.seconds),
        frames_per_second: round(frameCount / video.seconds),
        peak_memory_bytes: video.peakRssBytes,
        loudness: presentLoudness(video.loudness),
        captions: saved,
        warnings: produced.warnings,
        fit: produced.fit,
      };
      print(options.json, result, () => [
        ...files.map(
          (f) =>
            `${f.path}: ${f.frames} frames, ${f.width}×${f.height}, ${(f.bytes / 1e6).toFixed(1)} MB`,
        ),
        ...saved.flatMap((track) => track.files),
        `${result.seconds} s, ${result.frames_per_second} frames per second, rasteriser at most ${Math.round(result.peak_memory_bytes / 2 ** 20)} MB`,
        ...produced.warnings.map((w) => `warning: ${w.message}`),
      ]);
    },
  );
}

/**
 * Returns the configured hardware encoders that work here. The others are warnings: the CPU
 * encodes instead.
 */
function hardwareOf({ encoder }: Config): Promise<Hardware> {
  return chooseHardware(encoder, (codec, reason) => {
    process.stderr.write(`warning: ${encoder} does not encode ${codec} here: ${reason}\n`);
  });
}

/** Writes the composition of a package and a mapping as one JSON file that contains its files. */
export async function composeCommand(
  file: string,
  options: { mapping?: string; out: string; json?: boolean } & PackageOptions,
): Promise<void> {
  await refuseInput(options.out, file);
  const config = readConfig(process.env);
  const mapping = await readMappingFile(options.mapping);
  await withComposition({ file, mapping, config, choice: options }, async ({ produced }) => {
    const bytes = new Map<string, Uint8Array>();
    for (const { name, digest } of produced.composition.files)
      bytes.set(name, await readFile(pathOfAsset(produced.paths, digest)));
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

/** Returns the range of `--frames FIRST:END`, without END. Throws `invalid_request`. */
function parseFrames(text: string): { first: number; count: number } {
  const [, first, end] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (first === undefined || Number(end) <= Number(first))
    throw new AppError(
      'invalid_request',
      expected('FIRST:END with END after FIRST, such as 0:30', '--frames', text),
    );
  return { first: Number(first), count: Number(end) - Number(first) };
}

/** Rounds to two decimal places. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
