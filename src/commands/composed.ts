import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, defined } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import type { Fetcher } from '../media/fetch/index.ts';
import {
  hearAllWords,
  ingestInputs,
  localListener,
  localSpeaker,
  type Produced,
  produce,
} from '../produce/index.ts';
import type { Hardware } from '../raster/index.ts';
import { Renderer } from '../render/index.ts';
import type { Template } from '../template/index.ts';
import { fetcherOf, importPackage, type PackageOptions, readChosen } from './import-package.ts';
import { atLocalFiles, type LocalFiles } from './local-files.ts';
import { type MappingFile, parseMappingFile } from './mapping-file.ts';
import { Interruption } from './program/interruption.ts';

type Composed = { template: Template; produced: Produced; folder: string; signal: AbortSignal };

/** A package with a parsed mapping. `faults`: of the mapping and of missing local files. */
export type Opened = { template: Template; mapping: ParsedMapping; files: LocalFiles } & Pick<
  MappingFile,
  'faults'
>;

/** A package with a mapping, for a command. */
export type PackageRequest = {
  file: string;
  mapping: MappingFile;
  config: Config;
  choice?: PackageOptions;
  /** Returns the only frame that will be drawn: other frames of videos, and audio files, are not read. */
  still?: (template: Template) => number;
};

/** Imports a package and parses a mapping file against it. */
export async function openPackage({
  file,
  mapping,
  config,
  choice = {},
}: PackageRequest): Promise<Opened> {
  const template = await importPackage(await readChosen(file, choice), choice, config);
  const spec = { editables: template.editables, fonts: template.fontNames };
  return { template, files: mapping.files, ...parseMappingFile(spec, mapping) };
}

/** Opens a package, fetches its inputs and composes it in a folder that is removed after `use`. */
export async function withComposition(
  request: PackageRequest,
  use: (composed: Composed) => Promise<void>,
): Promise<void> {
  const opened = await openPackage(request);
  if (opened.faults.length > 0) throw AppError.fromFaults(opened.faults);
  const { template, mapping } = opened;
  const { config, still } = request;
  const frame = still?.(template);
  await inWorkFolder(async (folder, signal) => {
    await using fetcher = fetcherOf(config);
    const ingesting = ingestRequest(opened, { fetcher, config, folder });
    const hearing = { mapping, folder: ingesting.folder };
    const listener = localListener(config.transcription, template);
    const inputs = await ingestInputs(ingesting, signal)
      .then((media) => hearAllWords({ ...hearing, inputs: media }, listener, signal))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        throw AppError.fromFaults(atLocalFiles(error.faults, opened.files));
      });
    const images = { folder: join(folder, 'images'), fontFolders: config.fontDirs };
    const reduced =
      frame === undefined
        ? { template }
        : { template: { ...template, audioFiles: new Map() }, frames: [frame] };
    const produced = await produce({ ...reduced, mapping, ...inputs, ...images }, signal);
    signal.throwIfAborted();
    await use({ template, produced, folder, signal });
  });
}

/**
 * Calls `work` with a new folder, which is removed afterwards. Signals that end the program abort
 * `signal`.
 */
export async function inWorkFolder<T>(
  work: (folder: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using stop = new Interruption();
  const folder = await mkdtemp(join(tmpdir(), 'framepress-'));
  try {
    return await work(folder, stop.signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the request that ingests a mapping's files. Uploads are local files here. */
export function ingestRequest(
  { template, mapping, files }: Opened,
  { fetcher, config, folder }: { fetcher: Fetcher; config: Config; folder: string },
) {
  const upload = async (id: string) => files.get(id)?.path;
  const speak = localSpeaker(config.speech, template.language);
  return { mapping, sources: { fetcher, upload, speak }, folder: join(folder, 'media') };
}

/** Starts a renderer; without `hardware`, only for stills. Its processes start while the composition is made. */
export function startRenderer(config: Config, processes: number, hardware?: Hardware): Renderer {
  const { rasteriserMemoryBytes: memoryBytes, stallMs, loudnessTargetLufs } = config;
  const renderer = new Renderer({
    processes,
    memoryBytes,
    stallMs,
    ...(hardware && { hardware }),
    onHardwareFailure: (reason) =>
      process.stderr.write(`warning: ${reason} The CPU encodes instead.\n`),
    ...defined({ loudnessTargetLufs }),
  });
  renderer.warm(hardware ? 'videos' : 'stills');
  return renderer;
}
