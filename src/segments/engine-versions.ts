import { readFile } from 'node:fs/promises';
import { runProgram } from '../media/process/index.ts';
import { COMPOSITOR_VERSION, type Engine } from './segment.ts';

let known: Promise<Engine> | undefined;

/**
 * Reads the versions of the rasteriser and encoder, once. Throws `environment_incomplete` without
 * ffmpeg.
 */
export function engineVersions(): Promise<Engine> {
  known ??= read();
  known.catch(() => {
    known = undefined;
  });
  return known;
}

/** The versions of the rasteriser and encoder in short form, for receipts. */
export async function engineFacts() {
  const { ffmpeg, skia } = await engineVersions();
  const [, version = ''] = /^ffmpeg version (\S+)/.exec(ffmpeg) ?? [];
  return { compositor: COMPOSITOR_VERSION, skia, ffmpeg: version, architecture: process.arch };
}

async function read(): Promise<Engine> {
  const manifest = new URL(import.meta.resolve('@napi-rs/canvas/package.json'));
  const [{ stdout }, json] = await Promise.all([
    runProgram('ffmpeg', ['-hide_banner', '-version'], { timeoutMs: 10_000 }),
    readFile(manifest, 'utf8'),
  ]);
  const { version } = JSON.parse(json) as { version: string };
  return { ffmpeg: stdout.toString(), skia: version };
}
