import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Fault, Gate, type GateLimits } from '../base/index.ts';
import { type TemplateVersion, versionRemoved } from '../database/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import { ingestInputs, type Produced, tryInputs } from '../produce/index.ts';
import type { StillFormat } from '../raster/index.ts';
import type { FrameRequest } from '../template/index.ts';
import { ingestAccountFonts, withFonts } from './account-fonts.ts';
import { inputSources } from './input-sources.ts';
import type { JobContext } from './job-context.ts';

export type PreviewServiceOptions = Pick<
  JobContext,
  'db' | 'store' | 'fetches' | 'isolated' | 'uploadTtlSeconds'
> & {
  /** Contains a folder for each running request. */
  folder: string;
  /** Limits for each account. */
  limits: GateLimits;
};

type PreviewRequest = {
  version: TemplateVersion;
  mapping: ParsedMapping;
  /** The session of the edit token that sends the request. */
  sessionId: string | null;
};

type StillRequest = PreviewRequest & {
  frameRequest: FrameRequest;
  width?: number;
  format: StillFormat;
};

/** The result of a check. Pointers of faults are those of a request with a `mapping`. */
type MappingPreview = { faults: Fault[] } & Pick<Produced, 'fit' | 'warnings'>;

/**
 * Previews a mapping without rendering the video: checks it or draws single frames, with the same steps as a
 * session. The number of concurrent requests is limited. Further requests wait, or fail with `unavailable`.
 */
export class PreviewService {
  readonly #options: PreviewServiceOptions;
  readonly #gate: Gate;

  constructor(options: PreviewServiceOptions) {
    this.#options = options;
    this.#gate = new Gate(options.limits);
  }

  /** Fetches and checks the media and fonts, and lays out the texts. Returns all faults. */
  check(
    { version, mapping, sessionId }: PreviewRequest,
    signal: AbortSignal,
  ): Promise<MappingPreview> {
    return this.#inFolder(version, signal, async (folder) => {
      const { isolated } = this.#options;
      const request = this.#ingesting(version, mapping, folder);
      const fonts = await ingestAccountFonts(
        { version, sessionId },
        this.#options,
        request.folder,
        signal,
      );
      const { faults, ...brought } = await tryInputs(request, signal);
      const task = { mapping, ...withFonts(brought, fonts), folder };
      try {
        const seen = await isolated.checkMapping(version, task, signal);
        return { ...seen, faults: [...faults, ...seen.faults] };
      } catch (error) {
        // If a font cannot be opened, no text can be laid out.
        if (!(error instanceof AppError) || error.status !== 422) throw error;
        return { faults: [...faults, ...error.faults], fit: {}, warnings: [] };
      }
    });
  }

  /** Returns the bytes of a frame as the video will show it. Throws the faults that would stop a session. */
  still(request: StillRequest, signal: AbortSignal): Promise<Uint8Array> {
    const { version, mapping, sessionId, ...wanted } = request;
    return this.#inFolder(version, signal, async (folder) => {
      const ingesting = this.#ingesting(version, mapping, folder);
      const brought = await ingestInputs(ingesting, signal);
      const fonts = await ingestAccountFonts(
        { version, sessionId },
        this.#options,
        ingesting.folder,
        signal,
      );
      const task = { mapping, ...withFonts(brought, fonts), folder, ...wanted };
      const { file } = await this.#options.isolated.drawStill(version, task, signal);
      return readFile(join(folder, file));
    });
  }

  #ingesting(version: TemplateVersion, mapping: ParsedMapping, folder: string) {
    return {
      mapping,
      sources: inputSources(this.#options, version.accountId),
      folder: join(folder, 'media'),
    };
  }

  #inFolder<T>(
    { id, accountId }: TemplateVersion,
    signal: AbortSignal,
    work: (folder: string) => Promise<T>,
  ): Promise<T> {
    const inFolder = async () => {
      const folder = join(this.#options.folder, randomUUID());
      await mkdir(folder, { recursive: true });
      try {
        return await work(folder);
      } catch (error) {
        // The files of the version are missing because it was removed meanwhile.
        const isRemoved = !(await this.#options.db.templateVersions.find(id));
        throw isRemoved ? versionRemoved(id) : error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    };
    return this.#gate.through(accountId, inFolder, signal);
  }
}
