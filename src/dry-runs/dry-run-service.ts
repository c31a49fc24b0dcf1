import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  AppError,
  defined,
  type Fault,
  Gate,
  type GateLimits,
  type Outside,
} from '../base/index.ts';
import { type TemplateVersion, type Upload, versionRemovedError } from '../database/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import { countSteps } from '../observe/index.ts';
import {
  type AccountFiles,
  accountListener,
  hearAllWords,
  hearWords,
  type IngestedInputs,
  ingestAccountFonts,
  ingestInputs,
  inputSources,
  type ListedCaptions,
  type Produced,
  stepsIn,
  type TaskResult,
  tryInputs,
  withFonts,
} from '../produce/index.ts';
import type { StillFormat } from '../raster/index.ts';
import { StepCache } from '../storage/index.ts';
import { type Log, systemClock } from '../system/index.ts';
import type { FrameRequest } from '../template/index.ts';
import { cachedInputs } from './cached-inputs.ts';
import { captionInputs, captionsOnly, hasCaptionInputs } from './caption-inputs.ts';
import { AUDIO_NAME, FILE_LIMITS, type PlayerFile, PlayerFiles } from './player-files.ts';
import { SharedEntries } from './shared-entries.ts';
import {
  forgetEverywhere,
  forgetUploads,
  listenForRemoved,
  StepCacheTrimmer,
} from './step-caches.ts';
import { type Thumbnail, Thumbnails } from './thumbnails.ts';

export type DryRunServiceOptions = AccountFiles & {
  /** Contains a folder for each running request. */
  folder: string;
  /** Limits for each account. */
  limits: GateLimits;
  /** Contains the step cache of each account, up to `cacheBytes` together. */
  cacheFolder: string;
  cacheBytes: number;
  log: Log;
};

type DryRunRequest = {
  version: TemplateVersion;
  mapping: ParsedMapping;
  /** The session of the edit token that sends the request. */
  sessionId: string | null;
};

type CaptionsRequest = DryRunRequest & { session?: { id: string } };

type StillRequest = DryRunRequest & {
  frameRequest: FrameRequest;
  width?: number;
  format: StillFormat;
  /** Drawn instead of the version's import. */
  draft?: Draft;
};

/** A version's package with another template.json, whose text `settings` is, and uploads added as files. */
type Draft = { settings: string; files: readonly { path: string; upload: Upload }[] };

type PackRequest = Draft & { version: TemplateVersion; maxBytes: number };

/**
 * Limits for each session that is edited with a token: a page with a token must not take all places of
 * the account. An editor sends one composition at a time, and some stills.
 */
const EDITOR_LIMITS = {
  atOnce: Infinity,
  perOwner: 3,
  maxWaiting: Infinity,
  maxWaitingPerOwner: 20,
};

/**
 * A composition for players. `lottie` is JSON. A file lies in an entry of the account's step cache,
 * under its name.
 */
type PlayerComposition = Omit<TaskResult<'composeForPlayer'>, 'lottieFile' | 'audio'> & {
  lottie: Buffer;
  audio: { entry: string; name: string } | null;
};

/** The result of a check. Pointers of faults are those of a request with a `mapping`. */
type CheckResult = { faults: Fault[] } & Pick<Produced, 'fit' | 'captionFits' | 'warnings'>;

/**
 * Previews a mapping without rendering the video: checks it or draws single frames, with the same steps as a
 * session. The number of concurrent requests is limited. Further requests wait, or fail with `unavailable`.
 */
export class DryRunService {
  readonly #options: DryRunServiceOptions;
  readonly #gate: Gate;
  readonly #editors = new Gate(EDITOR_LIMITS);
  readonly #shared: SharedEntries;
  readonly #files: PlayerFiles;
  readonly #trimmer: StepCacheTrimmer;
  readonly #thumbnails: Thumbnails;

  constructor(options: DryRunServiceOptions) {
    this.#options = options;
    const { cacheFolder, cacheBytes, db, log } = options;
    this.#shared = new SharedEntries({ ...options, clock: systemClock });
    this.#files = new PlayerFiles(options, this.#shared);
    this.#trimmer = new StepCacheTrimmer({ folder: cacheFolder, maxBytes: cacheBytes, db, log });
    this.#gate = new Gate(options.limits);
    this.#thumbnails = new Thumbnails(options, new Gate(FILE_LIMITS));
  }

  /** Fetches and checks the media and fonts, and lays out the texts. Returns all faults. */
  check({ version, mapping, sessionId }: DryRunRequest, signal: AbortSignal): Promise<CheckResult> {
    return this.#inFolder({ version, sessionId }, signal, async (folder, outside) => {
      const { isolated } = this.#options;
      const request = this.#ingesting({ version, mapping, sessionId }, folder, outside);
      const fonts = await this.#accountFonts(
        { version, sessionId, mapping },
        request.folder,
        signal,
      );
      const { faults: ofMedia, ...media } = await tryInputs(request, signal);
      const hearing = { mapping, inputs: media, folder: request.folder };
      const { faults: ofWords, ...inputs } =
        ofMedia.length > 0
          ? { ...media, faults: [] }
          : await hearWords(hearing, this.#listener({ version, sessionId }, outside), signal);
      const faults = [...ofMedia, ...ofWords];
      const task = { mapping, ...withFonts(inputs, fonts), folder };
      try {
        const result = await isolated.ofVersion('checkMapping', version, task, signal);
        return { ...result, faults: distinctFaults([...faults, ...result.faults]) };
      } catch (error) {
        // If a font cannot be opened, no text can be laid out.
        if (!(error instanceof AppError) || error.status !== 422) throw error;
        const allFaults = distinctFaults([...faults, ...error.faults]);
        return { faults: allFaults, fit: {}, captionFits: [], warnings: [] };
      }
    });
  }

  /** Returns the bytes of a frame as the video will show it. Throws the faults that would stop a session. */
  still(request: StillRequest, signal: AbortSignal): Promise<Uint8Array> {
    const { version, mapping, sessionId, draft, ...options } = request;
    return this.#inFolder({ version, sessionId }, signal, async (folder, outside) => {
      const ingesting = this.#ingesting({ version, mapping, sessionId }, folder, outside);
      const media = await ingestInputs(ingesting, signal);
      const inputs = await hearAllWords(
        { mapping, inputs: media, folder: ingesting.folder },
        this.#listener({ version, sessionId }, outside),
        signal,
      );
      const fonts = await this.#accountFonts(
        { version, sessionId, mapping },
        ingesting.folder,
        signal,
      );
      const source = draft && { draft: sourceOf(draft) };
      const task = { mapping, ...withFonts(inputs, fonts), folder, ...options, ...source };
      const { file } = await this.#options.isolated.ofVersion('drawStill', version, task, signal);
      return readFile(join(folder, file));
    });
  }

  /**
   * Composes a mapping for players. Media whose results are cached are not read again. Throws the
   * faults that would stop a session.
   */
  compose(
    { version, mapping, sessionId }: DryRunRequest,
    signal: AbortSignal,
  ): Promise<PlayerComposition> {
    return this.#inFolder({ version, sessionId }, signal, async (folder, outside) => {
      const cacheFolder = join(this.#options.cacheFolder, version.accountId);
      const cache = new StepCache(cacheFolder);
      const ingesting = this.#ingesting({ version, mapping, sessionId }, folder, outside);
      const [media, fonts] = await Promise.all([
        cachedInputs({ ...ingesting, cache }, signal),
        ingestAccountFonts({ version, sessionId, mapping }, this.#options, cache, signal),
      ]);
      const inputs = await hearAllWords(
        { mapping, inputs: media, folder: ingesting.folder },
        this.#listener({ version, sessionId }, outside),
        signal,
      );
      countSteps(cache.counts);
      const task = { mapping, ...withFonts(inputs, fonts), folder, cacheFolder };
      // A composition that fails may have decoded videos before.
      const { lottieFile, audio, ...composed } = await this.#options.isolated
        .ofVersion('composeForPlayer', version, task, signal)
        .finally(async () => {
          this.#trimmer.noteAdded();
          await StepCache.endRun(cacheFolder, basename(folder));
        });
      const entries = composed.files.map(({ entry }) => entry);
      await this.#shared.publish(version.accountId, entries, audio);
      const lottie = await readFile(join(folder, lottieFile));
      return {
        ...composed,
        lottie,
        audio: audio === null ? null : { entry: audio, name: AUDIO_NAME },
      };
    });
  }

  /**
   * Returns the captions of a mapping with their cues: those of files are fetched, and words in audio are recognised.
   * `session`: its inputs are used, as far as they are stored. Throws the faults that would stop a session.
   */
  captions(
    { version, mapping, sessionId, session }: CaptionsRequest,
    signal: AbortSignal,
  ): Promise<ListedCaptions[]> {
    return this.#inFolder({ version, sessionId }, signal, async (folder, outside) => {
      const neededMapping = captionsOnly(mapping);
      const ingesting = this.#ingesting(
        { version, mapping: neededMapping, sessionId },
        folder,
        outside,
      );
      const knownInputs = session && (await captionInputs(session, mapping, this.#options, folder));
      const media =
        knownInputs && hasCaptionInputs(neededMapping, knownInputs)
          ? knownInputs
          : await ingestInputs({ ...ingesting, ...defined({ known: knownInputs }) }, signal);
      const hearing = { mapping: neededMapping, inputs: media, folder: ingesting.folder };
      const inputs = await hearAllWords(
        hearing,
        this.#listener({ version, sessionId }, outside),
        signal,
      );
      const task = { mapping: neededMapping, ...inputs, folder };
      const { file } = await this.#options.isolated.ofVersion(
        'listCaptions',
        version,
        task,
        signal,
      );
      return JSON.parse(await readFile(join(folder, file), 'utf8')) as ListedCaptions[];
    });
  }

  /** Returns the key of a composition's file in the cache. Throws `not_found`. */
  file(file: PlayerFile, signal: AbortSignal): Promise<string> {
    return this.#files.findOrMake(file, signal);
  }

  /** Returns the key of a small image of an upload in the cache. Throws `not_found` without its file. */
  async thumbnail(request: Thumbnail, signal: AbortSignal): Promise<string> {
    const key = await this.#thumbnails.findOrDraw(request, signal);
    this.#trimmer.noteAdded();
    return key;
  }

  /** Removes what all machines have cached of an upload that was removed. */
  forget(upload: Upload): Promise<void> {
    this.#shared.reset();
    return forgetEverywhere(this.#options.cacheFolder, [upload], this.#options);
  }

  /** Forgets what other machines remove, until the result is disposed. */
  listen(): Promise<AsyncDisposable> {
    const { db, store, cacheFolder, log } = this.#options;
    return listenForRemoved(db, (upload) => {
      this.#shared.reset();
      forgetUploads(cacheFolder, [upload], store).catch((err: unknown) =>
        log.error({ err }, 'a removed upload could not be removed from the preview cache'),
      );
    });
  }

  /** Returns the key of the file of a template's font in the cache. Throws `not_found`. */
  async font(version: TemplateVersion, name: string, signal: AbortSignal): Promise<string> {
    const key = await findTemplateFont({ version, name }, this.#options, this.#gate, signal);
    this.#trimmer.noteAdded();
    return key;
  }

  /** Returns where the editables of a version show in a frame. */
  places(version: TemplateVersion, frame: number, signal: AbortSignal) {
    const work = () => this.#options.isolated.ofVersion('findPlaces', version, { frame }, signal);
    return this.#gate.through(version.accountId, work, signal);
  }

  /** Proposes a template.json for a version's package. The version may have failed. */
  draft(version: TemplateVersion, signal: AbortSignal) {
    return this.#inFolder({ version, sessionId: null }, signal, async (folder) => {
      const fonts = await this.#accountFonts({ version, sessionId: null }, folder, signal);
      return this.#options.isolated.ofVersion('proposeDraft', version, fonts, signal);
    });
  }

  /** Returns the editables of a version's package as a draft has it. Throws its faults. */
  openDraft(version: TemplateVersion, draft: Draft, signal: AbortSignal) {
    const task = { draft: sourceOf(draft) };
    const work = () => this.#options.isolated.ofVersion('openDraft', version, task, signal);
    return this.#gate.through(version.accountId, work, signal);
  }

  /** Stores a version's package with another template.json and added files under a key. */
  packDraft(
    { version, files, ...request }: PackRequest,
    packageKey: string,
    signal: AbortSignal,
  ): Promise<{ label: string; bytes: number; digest: string }> {
    return this.#inFolder({ version, sessionId: null }, signal, async (folder) => {
      const { store, isolated } = this.#options;
      const localFiles = await Promise.all(
        files.map(async ({ path, upload }) => {
          return { path, file: await store.localPath(upload.storageKey, folder) };
        }),
      );
      const task = { ...request, files: localFiles, folder };
      const { file, ...packed } = await isolated.ofVersion('packDraft', version, task, signal);
      await store.put(packageKey, join(folder, file));
      return packed;
    });
  }

  /** Ingests the account's fonts that a version and captions ask for. The fonts of a failed version are not known. */
  #accountFonts(
    request: Pick<DryRunRequest, 'version' | 'sessionId'> & Partial<Pick<DryRunRequest, 'mapping'>>,
    folder: string,
    signal: AbortSignal,
  ): Promise<IngestedInputs> {
    if (request.version.status !== 'edit_ready')
      return Promise.resolve({ ingested: {}, paths: {} });
    return ingestAccountFonts(request, this.#options, stepsIn(folder), signal);
  }

  #listener(
    { version, sessionId: editSessionId }: Pick<DryRunRequest, 'version' | 'sessionId'>,
    outside: Outside,
  ) {
    return accountListener({ ...this.#options, outside, editSessionId }, version);
  }

  /** Returns the request to fetch the media of a mapping into a folder. */
  #ingesting(
    { version, mapping, sessionId: editSessionId }: DryRunRequest,
    folder: string,
    outside: Outside,
  ) {
    return {
      mapping,
      sources: inputSources(this.#options, version, { folder, outside, editSessionId }),
      folder: join(folder, 'media'),
    };
  }

  /**
   * Runs `work` with a new folder, after waiting for the gate of the account, and for an edit token also for
   * that of its session. The folder is removed afterwards. `outside` runs what waits for servers that speak and
   * recognise words: they may take minutes, and hold no place of others. Throws `template_version_unknown` if the
   * version was removed meanwhile.
   */
  #inFolder<T>(
    { version: { id, accountId }, sessionId }: Pick<DryRunRequest, 'version' | 'sessionId'>,
    signal: AbortSignal,
    work: (folder: string, outside: Outside) => Promise<T>,
  ): Promise<T> {
    const inFolder = async (outside: Outside) => {
      const folder = join(this.#options.folder, randomUUID());
      await mkdir(folder, { recursive: true });
      try {
        return await work(folder, outside);
      } catch (error) {
        // The files of the version are missing because it was removed meanwhile.
        const isRemoved = !(await this.#options.db.templateVersions.find(id));
        throw isRemoved ? versionRemovedError(id) : error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    };
    const inTurn = () => this.#gate.through(accountId, inFolder, signal);
    return sessionId === null ? inTurn() : this.#editors.through(sessionId, inTurn, signal);
  }
}

/** Returns a draft for an isolated process, which reads the uploads itself. */
function sourceOf({ settings, files }: Draft) {
  return { settings, files: files.map(({ path, upload }) => ({ path, key: upload.storageKey })) };
}

/**
 * Returns the key of the file of a template's font below the cache's folder. Throws `not_found` for a
 * font that the template does not bring.
 */
async function findTemplateFont(
  { version, name }: { version: TemplateVersion; name: string },
  { isolated, cacheFolder }: Pick<DryRunServiceOptions, 'isolated' | 'cacheFolder'>,
  gate: Gate,
  signal: AbortSignal,
): Promise<string> {
  const { accountId, id, digest, templateDigest } = version;
  const cache = new StepCache(join(cacheFolder, accountId));
  const key = ['template font', id, digest, templateDigest, name];
  const make = () =>
    cache.run(key, async (dir) => {
      const file = await isolated.ofVersion(
        'writeTemplateFont',
        version,
        { name, folder: dir },
        signal,
      );
      if (file === null) throw unknownFontError(name);
      return { file };
    });
  const { facts, folder } =
    (await cache.find<{ file: string }>(key)) ?? (await gate.through(accountId, make, signal));
  return `${accountId}/${basename(folder)}/${facts.file}`;
}

/** The error of a font that the template's package does not contain. */
function unknownFontError(name: string): AppError {
  return new AppError(
    'not_found',
    `The template does not contain the font ${JSON.stringify(name)}.`,
    {
      hint: 'GET /v2/template_style_versions/{id}/specs lists the fonts. Some are those of the service.',
    },
  );
}

/** The audio of a mapping is placed to be heard, and once more to be checked. */
function distinctFaults(faults: readonly Fault[]): Fault[] {
  const byPlace = new Map(faults.map((f) => [JSON.stringify([f.code, f.pointer, f.message]), f]));
  return [...byPlace.values()];
}
