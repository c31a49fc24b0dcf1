import { readFile } from 'node:fs/promises';
import { runProgram } from '../media/process/index.ts';
import { allSegmentArgs } from '../raster/index.ts';
import { sha256 } from '../system/index.ts';
import { PACK_FORMAT } from './pack.ts';
import { COMPOSITOR_VERSION, type Engine } from './segment.ts';

const ENGINE_CHARACTERS = 32;

let engine: Promise<Engine> | undefined;

/**
 * Reads the versions of the rasteriser and encoder, once. Throws `environment_incomplete` without
 * ffmpeg.
 */
export function engineVersions(): Promise<Engine> {
  engine ??= readEngine();
  engine.catch(() => {
    engine = undefined;
  });
  return engine;
}

/** The versions of the rasteriser and encoder in short form, for receipts. */
export async function engineFacts() {
  const { ffmpeg, skia } = await engineVersions();
  const [, version = ''] = /^ffmpeg version (\S+)/.exec(ffmpeg) ?? [];
  return { compositor: COMPOSITOR_VERSION, skia, ffmpeg: version, architecture: process.arch };
}

/**
 * Returns a name of everything on a machine that influences the bytes of a segment. A process draws the
 * segments of its own engine only, because its encoder arguments may differ from those of another version.
 */
export async function engineId(): Promise<string> {
  const versions = [COMPOSITOR_VERSION, PACK_FORMAT, await engineVersions(), process.arch];
  const facts = [...versions, allSegmentArgs()];
  return sha256(JSON.stringify(facts)).slice(0, ENGINE_CHARACTERS);
}

/** The versions of the programs whose change may change frames. Reads ffmpeg's version from its output. */
async function readEngine(): Promise<Engine> {
  const manifest = new URL(import.meta.resolve('@napi-rs/canvas/package.json'));
  const [{ stdout }, json] = await Promise.all([
    runProgram('ffmpeg', ['-hide_banner', '-version'], { timeoutMs: 10_000 }),
    readFile(manifest, 'utf8'),
  ]);
  const { version } = JSON.parse(json) as { version: string };
  return { ffmpeg: stdout.toString(), skia: version };
}
