import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { orAbort } from '../base/index.ts';
import type { SessionPhase, SessionResult, TemplateVersion } from '../database/index.ts';
import {
  Isolated,
  type IsolatedOptions,
  type IsolatedTask,
  type Playlist,
  type Playlists,
  type TaskLimits,
} from '../isolated/index.ts';
import { type FileFetcher, fetchWithinBudget } from '../media/fetch/index.ts';
import { LocalClaims, type SessionSegments } from '../render/index.ts';
import { programFile } from '../system/index.ts';
import type { InputToProbe, ProbedInput } from './probe-file.ts';
import type { TaskReport } from './tasks/task-context.ts';
import type { StoredAgain, TemplateRef } from './tasks/template-cache.ts';
import { TASKS, type TaskInput, type TaskKind, type TaskResult } from './tasks.ts';

/** The program of the processes. */
export const ISOLATED_PROGRAM = programFile('isolated-process', import.meta.url);

export type IsolatedTasksOptions = Omit<IsolatedOptions, 'program'> & {
  /** Fetches the fonts of an account's templates; undefined: fonts are not fetched. */
  fontFetcher?: ((accountId: string) => FileFetcher) | undefined;
  onHardwareFailure?: (reason: string) => void;
  /** A version was imported again, because of its stored import; the row must name the new one. */
  onImportAgain?: (versionId: string, newImport: StoredAgain) => void;
};

/** The fields of a version that tasks need. Accounts take turns by `accountId`. */
type Version = TemplateRef & Pick<TemplateVersion, 'accountId'>;
type DrawnVersion = Version & Pick<TemplateVersion, 'fps' | 'frameCount'>;

/** The tasks with the template of a version. */
type VersionTask = {
  [K in TaskKind]: TaskInput<K> extends { version: TemplateRef } ? K : never;
}[TaskKind];

type TaskOptions<Input> = Pick<IsolatedTask, 'host' | 'limits'> & { input: () => Input };

/** Receives CPU time since the last report: of the process, its programs and rasterisers. */
type ReportCpu = (seconds: number) => void;

/** Callbacks of a session's render. */
type RenderPorts = {
  onReport: (phase: SessionPhase, percent: number) => void;
  playlists: Playlists;
  onCpu: ReportCpu;
  /** A batch session draws when no other session waits. */
  isBatch?: boolean;
  /** Draws the segments on all machines; without it, this machine draws them. */
  segments?: SessionSegments | undefined;
};

const WALL_OF_RENDER_SECONDS = 3600;
/** CPU time to split, digest, mix, join and verify, per frame; without drawing and encoding. */
const CPU_SECONDS_PER_FRAME = 0.1;
/** Videos are rendered with at most 60 frames per second. */
const MAX_FPS = 60;
const MAX_FONT_ANSWERS = 1000;

/**
 * Runs the tasks of `TASKS` in isolated processes. All methods throw the error of the task, `limit_exceeded` or
 * `process_crashed`.
 */
export class IsolatedTasks extends Isolated {
  readonly #options: IsolatedTasksOptions;
  /** Cached results by version and import, in order of their last use. */
  readonly #missingFonts = new Map<string, Promise<readonly string[]>>();

  constructor(options: IsolatedTasksOptions) {
    super({ ...options, program: ISOLATED_PROGRAM });
    this.#options = options;
  }

  /** Runs a task with the template of a version. */
  ofVersion<K extends VersionTask>(
    kind: K,
    version: Version,
    input: Omit<TaskInput<K>, 'version'>,
    signal: AbortSignal,
  ): Promise<TaskResult<K>> {
    return this.#ofVersion(kind, version, { input: () => input }, signal);
  }

  /** Runs a task with a file of an account. */
  ofAccount<K extends Exclude<TaskKind, VersionTask>>(
    kind: K,
    accountId: string,
    input: TaskInput<K>,
    signal?: AbortSignal,
  ): Promise<TaskResult<K>> {
    return this.#run(kind, { accountId, input: () => input }, signal);
  }

  /** Imports a version's package, stores the result, and returns what the version's row has of it. */
  async readTemplate(
    version: Version,
    folder: string,
    signal: AbortSignal,
  ): Promise<TaskResult<'readTemplate'>> {
    const fetcher = this.#options.fontFetcher?.(version.accountId);
    const input = () => ({ folder, fetchesFonts: fetcher !== undefined });
    const fonts = join(folder, 'fonts');
    try {
      const host = fetcher ? { fetchFont: fetchWithinBudget(fetcher, fonts) } : {};
      return await this.#ofVersion('readTemplate', version, { input, host }, signal);
    } finally {
      await rm(fonts, { recursive: true, force: true });
    }
  }

  /** Draws the stills and the demo of a template. Returns the keys of the stored files. */
  drawTemplate(
    version: DrawnVersion,
    folder: string,
    signal: AbortSignal,
  ): Promise<TaskResult<'drawTemplate'>> {
    const limits = this.#renderLimits(version, 1);
    return this.#ofVersion('drawTemplate', version, { input: () => ({ folder }), limits }, signal);
  }

  /** Returns the names of fonts that a template uses and its package does not contain. */
  async missingFonts(version: Version, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    // A different import of a version may give a different result.
    const key = `${version.id} ${version.templateDigest ?? ''}`;
    let names = this.#missingFonts.get(key);
    if (!names) {
      // Concurrent callers share this work. It does not stop when one caller aborts.
      names = this.ofVersion('missingFonts', version, {}, new AbortController().signal);
      names.catch(() => this.#missingFonts.delete(key));
      this.#missingFonts.set(key, names);
      const [oldest] = this.#missingFonts.keys();
      if (this.#missingFonts.size > MAX_FONT_ANSWERS && oldest !== undefined)
        this.#missingFonts.delete(oldest);
    }
    return orAbort(names, signal);
  }

  /** Returns a function that probes files of an account. */
  prober(accountId: string, onCpu?: ReportCpu) {
    const host = onCpu ? { onCpu } : {};
    return (file: InputToProbe, signal?: AbortSignal): Promise<ProbedInput> =>
      this.#run('probeInput', { accountId, input: () => file, host }, signal);
  }

  /** Composes and renders a session, and publishes its files. */
  renderSession(
    version: DrawnVersion,
    { session, ...task }: Omit<TaskInput<'renderSession'>, 'version'>,
    { onReport, playlists, onCpu, isBatch = false, segments }: RenderPorts,
    signal: AbortSignal,
  ): Promise<SessionResult> {
    const { id, mapping, render, wantedOutputs, preview, attempt, epoch } = session;
    let { hlsKey } = session;
    const sent = { id, mapping, render, wantedOutputs, preview, attempt, epoch };
    const input = () => ({ ...task, session: { ...sent, hlsKey } });
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
      onReport: (sentReport: unknown) => {
        const report = sentReport as TaskReport;
        if (report.name === 'progress') onReport(report.phase, report.percent);
      },
    };
    const limits = this.#renderLimits(version, wantedOutputs.length);
    return this.#ofVersion('renderSession', version, { input, host, limits }, signal);
  }

  /**
   * Runs a task of a template version. Prefers a process that has the template open (`affinity`), and
   * receives what the task reports about the version.
   */
  #ofVersion<K extends VersionTask>(
    kind: K,
    version: Version,
    { input, host, ...task }: TaskOptions<Omit<TaskInput<K>, 'version'>>,
    signal: AbortSignal,
  ): Promise<TaskResult<K>> {
    const onReport = (report: unknown) => {
      this.#receive(version.id, report as TaskReport);
      host?.onReport?.(report);
    };
    const accountTask = {
      ...task,
      accountId: version.accountId,
      affinity: version.digest,
      input: () => ({ ...input(), version: refOf(version) }),
      host: { ...host, onReport },
    };
    return this.#run(kind, accountTask, signal);
  }

  /** Passes on the reports that concern the service; those about the task itself go to its host. */
  #receive(versionId: string, report: TaskReport): void {
    if (report.name === 'imported again') this.#options.onImportAgain?.(versionId, report);
    if (report.name === 'hardware failed') this.#options.onHardwareFailure?.(report.reason);
  }

  /** Runs a task in the pool; without a signal it cannot be cancelled. */
  #run<K extends TaskKind>(
    kind: K,
    task: Omit<IsolatedTask, 'kind' | 'facts'>,
    signal = new AbortController().signal,
  ): Promise<TaskResult<K>> {
    return this.runTask({ kind, facts: TASKS[kind], ...task }, signal) as Promise<TaskResult<K>>;
  }

  /**
   * Limits grow with the number of frames to draw, at the highest frame rate of an output. Both are in
   * seconds.
   */
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

/** Returns the fields of a version that a process gets. */
function refOf(version: TemplateRef): TemplateRef {
  const { id, digest, packageKey, packageLabel, animation, theme, language } = version;
  const { templateDigest } = version;
  return { id, digest, packageKey, packageLabel, animation, theme, language, templateDigest };
}
