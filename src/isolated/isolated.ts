import { defined, Gate, orAbort } from '../base/index.ts';
import type { SessionResult, TemplateVersion } from '../database/index.ts';
import type { FileFetcher } from '../media/fetch/index.ts';
import type { InputToProbe, ProbedInput, ProbedUpload } from '../produce/index.ts';
import type { Rasterisers } from '../raster/index.ts';
import { LocalClaims } from '../segments/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Log } from '../system/index.ts';
import { withFontFetches } from './font-fetches.ts';
import type { Host } from './host.ts';
import { ProcessPool } from './process-pool.ts';
import type { Playlist, StoredAgain, TaskEvent, TaskKind, TaskSettings } from './protocol.ts';
import type { RenderPorts, ReportCpu } from './render-ports.ts';
import { type TaskLimits, wallSecondsFor } from './task-failure.ts';
import type { MappingTask } from './tasks/check-mapping.ts';
import type { StillTask } from './tasks/draw-still.ts';
import type { RenderTask } from './tasks/render-session.ts';
import { importOf, refOf, type Version } from './version-ref.ts';
import type { TaskInput, TaskResult } from './work.ts';

export type IsolatedOptions = {
  settings: Omit<TaskSettings, 'taskCpuSeconds'>;
  /** Limit for each process. */
  memoryBytes: number;
  /** CPU time of a task, without drawing. */
  cpuSeconds: number;
  /** Maximum number of imports and renders at the same time. */
  jobs: number;
  /** Niceness of imports and renders. Default: 0. */
  niceness?: number;
  /** Maximum number of stills and checks at the same time. */
  requests: number;
  /** Rasterisers for videos. */
  rasterisers: Rasterisers;
  /** Rasterisers for stills of API requests. */
  stillRasterisers: Rasterisers;
  /** The store of tasks whose settings have no folder of files. */
  store?: BlobStore;
  /** Fetches the fonts of an account's templates; undefined: fonts are not fetched. */
  fontFetcher?: ((accountId: string) => FileFetcher) | undefined;
  onHardwareFailure?: (reason: string) => void;
  /** A version was imported again, because of its stored import; the row must name the new one. */
  onImportAgain?: (versionId: string, stored: StoredAgain) => void;
  /** Time after which idle processes, except the first, are ended. Default: one minute. */
  idleMs?: number;
  log: Log;
};

type TaskQueue = 'jobs' | 'requests' | 'probes' | 'files';

const PROBES = 2;
/** Files for previews that are made at the same time. */
const FILES = 2;
/** A thumbnail of a long video with one key frame would take all processors for minutes. */
const THUMBNAIL_SECONDS = 60;
const IDLE_MS = 60_000;
const WALL_OF_RENDER_SECONDS = 3600;
/** CPU time to split, digest, mix, join and verify, per frame; without drawing and encoding. */
const CPU_SECONDS_PER_FRAME = 0.1;
/** Videos are rendered with at most 60 frames per second. */
const MAX_FPS = 60;
const MAX_FONT_ANSWERS = 1000;

/**
 * Runs work with untrusted input in isolated processes: importing, probing, composing, mixing. All
 * methods throw the error of the work, `limit_exceeded` or `process_crashed`.
 */
export class Isolated implements AsyncDisposable {
  readonly #options: IsolatedOptions;
  /** Processes for imports and renders. */
  readonly #jobs: ProcessPool;
  /** Processes for work that a client waits for: stills, checks, uploads. */
  readonly #requests: ProcessPool;
  readonly #queues: Record<TaskQueue, Gate>;
  readonly #claims = new LocalClaims();
  /** Cached results by version and import, in order of their last use. */
  readonly #missingFonts = new Map<string, Promise<readonly string[]>>();

  constructor(options: IsolatedOptions) {
    this.#options = options;
    const { settings, memoryBytes, jobs, requests, niceness = 0, idleMs = IDLE_MS, log } = options;
    const own = {
      memoryBytes,
      log,
      idleMs,
      settings: { ...settings, taskCpuSeconds: options.cpuSeconds },
    };
    this.#jobs = new ProcessPool({ ...own, maxIdle: jobs, niceness });
    this.#requests = new ProcessPool({ ...own, maxIdle: requests + PROBES + FILES });
    this.#queues = {
      // The job queue has already decided the order of these tasks.
      jobs: gateOf(jobs, jobs),
      requests: gateOf(requests),
      probes: gateOf(PROBES),
      files: gateOf(FILES),
    };
  }

  /** Ids of all running processes. */
  get pids(): number[] {
    return [...this.#jobs.pids, ...this.#requests.pids];
  }

  /** Starts a process in advance for the first job, and one for the first request. */
  warm(work: { jobs: boolean; requests: boolean }): void {
    if (work.jobs) this.#jobs.warm(1);
    if (work.requests) this.#requests.warm(1);
  }

  /** Imports a version's package, stores the result, and returns what the version's row has of it. */
  readTemplate(
    version: Version,
    folder: string,
    signal: AbortSignal,
  ): Promise<TaskResult<'readTemplate'>> {
    const fetcher = this.#options.fontFetcher?.(version.accountId);
    const input = { version: refOf(version), folder, fetchesFonts: fetcher !== undefined };
    return withFontFetches(fetcher, folder, (host) =>
      this.#run('readTemplate', { queue: 'jobs', version, input, host }, signal),
    );
  }

  /** Draws the stills and the demo of a template. Returns the keys of the stored files. */
  drawTemplate(
    version: Version & Pick<TemplateVersion, 'fps' | 'frameCount'>,
    folder: string,
    signal: AbortSignal,
  ): Promise<TaskResult<'drawTemplate'>> {
    const input = { version: refOf(version), folder };
    const limits = this.#renderLimits(version, 1);
    return this.#run('drawTemplate', { queue: 'jobs', version, input, limits }, signal);
  }

  /** Returns the names of fonts that a template uses and its package does not contain. */
  async missingFonts(version: Version, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const key = importOf(version);
    let names = this.#missingFonts.get(key);
    if (!names) {
      names = this.#readMissingFonts(version);
      this.#missingFonts.set(key, names);
      const [oldest] = this.#missingFonts.keys();
      if (this.#missingFonts.size > MAX_FONT_ANSWERS && oldest !== undefined)
        this.#missingFonts.delete(oldest);
    }
    return orAbort(names, signal);
  }

  /** Returns a function that probes files of an account. */
  prober(accountId: string, onCpu?: ReportCpu) {
    const host = onCpu && { onCpu };
    return (file: InputToProbe, signal?: AbortSignal): Promise<ProbedInput> =>
      this.#probe('probeInput', { accountId, input: file, host }, signal);
  }

  probeUpload(
    accountId: string,
    file: TaskInput<'probeUpload'>,
    signal?: AbortSignal,
  ): Promise<ProbedUpload> {
    return this.#probe('probeUpload', { accountId, input: file }, signal);
  }

  checkMapping(
    version: Version,
    task: Omit<MappingTask, 'version'>,
    signal: AbortSignal,
  ): Promise<TaskResult<'checkMapping'>> {
    const input = { ...task, version: refOf(version) };
    return this.#run('checkMapping', { queue: 'requests', version, input }, signal);
  }

  /** Draws a frame to a file in the task's folder, and returns the file's name. */
  drawStill(
    version: Version,
    task: Omit<StillTask, 'version'>,
    signal: AbortSignal,
  ): Promise<{ file: string }> {
    const input = { ...task, version: refOf(version) };
    return this.#run('drawStill', { queue: 'requests', version, input }, signal);
  }

  /** Composes a mapping for players in browsers. */
  composePreview(
    version: Version,
    task: Omit<TaskInput<'composePreview'>, 'version'>,
    signal: AbortSignal,
  ): Promise<TaskResult<'composePreview'>> {
    const input = { ...task, version: refOf(version) };
    return this.#run('composePreview', { queue: 'requests', version, input }, signal);
  }

  /**
   * Makes a file for previews: audio, a smaller image or a thumbnail. No composition and no upload waits
   * for it.
   */
  makePreviewFile<K extends 'mixPreviewAudio' | 'shrinkPreviewImage' | 'drawThumbnail'>(
    kind: K,
    accountId: string,
    input: TaskInput<K>,
    signal: AbortSignal,
  ): Promise<TaskResult<K>> {
    const limits = kind === 'drawThumbnail' ? { wallSeconds: THUMBNAIL_SECONDS } : {};
    return this.#run(kind, { queue: 'files', version: { accountId }, input, limits }, signal);
  }

  /** Returns where the editables show in a frame. */
  findPlaces(
    version: Version,
    frame: number,
    signal: AbortSignal,
  ): Promise<TaskResult<'findPlaces'>> {
    const input = { frame, version: refOf(version) };
    return this.#run('findPlaces', { queue: 'requests', version, input }, signal);
  }

  /** Writes the file of a template's font to a folder. Returns its name, or null without the font. */
  writeTemplateFont(
    version: Version,
    font: { name: string; folder: string },
    signal: AbortSignal,
  ): Promise<string | null> {
    const input = { ...font, version: refOf(version) };
    return this.#run('writeTemplateFont', { queue: 'requests', version, input }, signal);
  }

  /** Composes and renders a session, and publishes its files. */
  renderSession(
    version: Version & Pick<TemplateVersion, 'fps' | 'frameCount'>,
    { session, ...task }: Omit<RenderTask, 'version'>,
    { onReport, playlists, onCpu, isBatch = false, segments }: RenderPorts,
    signal: AbortSignal,
  ): Promise<SessionResult> {
    const { id, mapping, render, wantedOutputs, preview, attempt, epoch } = session;
    let { hlsKey } = session;
    const own = { id, mapping, render, wantedOutputs, preview, attempt, epoch };
    const input = () => ({ ...task, session: { ...own, hlsKey }, version: refOf(version) });
    const host = {
      isBatch,
      onCpu,
      segments,
      // The database decides who draws a segment that several sessions want.
      ...(segments && { claims: new LocalClaims() }),
      playlists: {
        ...playlists,
        // A second attempt continues the stream of the first attempt.
        publish: (playlist: Playlist) => {
          hlsKey = playlist.key;
          return playlists.publish(playlist);
        },
      },
      onEvent: (event: TaskEvent) => {
        if (event.name === 'report') onReport(event.phase, event.percent);
        if (event.name === 'hardware failed') this.#options.onHardwareFailure?.(event.reason);
      },
    };
    const limits = this.#renderLimits(version, wantedOutputs.length);
    return this.#run('renderSession', { queue: 'jobs', version, input, host, limits }, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#jobs[Symbol.asyncDispose](), this.#requests[Symbol.asyncDispose]()]);
  }

  /** Concurrent callers share this work. It does not stop when one caller aborts. */
  async #readMissingFonts(version: Version): Promise<readonly string[]> {
    const input = { version: refOf(version) };
    const { signal } = new AbortController();
    try {
      return await this.#run('missingFonts', { queue: 'requests', version, input }, signal);
    } catch (error) {
      this.#missingFonts.delete(importOf(version));
      throw error;
    }
  }

  #probe<K extends 'probeInput' | 'probeUpload'>(
    kind: K,
    {
      accountId,
      input,
      host = {},
    }: { accountId: string; input: TaskInput<K>; host?: Partial<Host> | undefined },
    signal = new AbortController().signal,
  ): Promise<TaskResult<K>> {
    return this.#run(kind, { queue: 'probes', version: { accountId }, input, host }, signal);
  }

  #run<K extends TaskKind>(
    kind: K,
    {
      queue,
      version,
      input,
      host,
      limits,
    }: {
      queue: TaskQueue;
      version: { accountId: string; id?: string; digest?: string };
      input: TaskInput<K> | (() => TaskInput<K>);
      host?: Partial<Host>;
      limits?: Partial<TaskLimits>;
    },
    signal: AbortSignal,
  ): Promise<TaskResult<K>> {
    const { cpuSeconds, memoryBytes, rasterisers, stillRasterisers, store } = this.#options;
    const task = {
      kind,
      input: typeof input === 'function' ? input : () => input,
      host: {
        line: version.accountId,
        rasterisers: queue === 'jobs' ? rasterisers : stillRasterisers,
        claims: this.#claims,
        store,
        ...host,
        onEvent: (event: TaskEvent) => {
          if (event.name === 'imported again' && version.id !== undefined)
            this.#options.onImportAgain?.(version.id, event);
          host?.onEvent?.(event);
        },
      },
      limits: { cpuSeconds, wallSeconds: wallSecondsFor(cpuSeconds), memoryBytes, ...limits },
      ...defined({ affinity: version.digest }),
      // No second attempt for a request: the client waits, and it would take the same time again.
      attemptsAtLimits: queue === 'jobs' ? 2 : 1,
    };
    const pool = queue === 'jobs' ? this.#jobs : this.#requests;
    const work = () => pool.run(task, signal) as Promise<TaskResult<K>>;
    return this.#queues[queue].through(version.accountId, work, signal);
  }

  #renderLimits(
    { fps, frameCount }: Pick<TemplateVersion, 'fps' | 'frameCount'>,
    outputs: number,
  ): Partial<TaskLimits> {
    const frames = ((frameCount ?? 0) / (fps ?? 1)) * MAX_FPS * outputs;
    const drawing = frames * CPU_SECONDS_PER_FRAME;
    const cpuSecondsOfRender = this.#options.cpuSeconds + drawing;
    return { cpuSecondsOfRender, wallSeconds: WALL_OF_RENDER_SECONDS + drawing };
  }
}

/** One account cannot use all places when there are two or more. Callers limit the waiting tasks. */
function gateOf(atOnce: number, perOwner = Math.max(1, atOnce - 1)): Gate {
  return new Gate({ atOnce, perOwner, maxWaiting: Infinity, maxWaitingPerOwner: Infinity });
}
