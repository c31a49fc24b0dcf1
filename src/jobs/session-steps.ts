import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, boundedFaults, type Fault, fault, say } from '../base/index.ts';
import {
  RENDERING,
  type RenderSession,
  type SessionResult,
  type SessionStatus,
  type TemplateVersion,
  versionRemovedError,
} from '../database/index.ts';
import type { Playlist } from '../isolated/index.ts';
import { type ParsedMapping, parseMapping, readParsedMapping } from '../mapping/index.ts';
import {
  accountListener,
  filesFolder,
  filesPrefix,
  hearWords,
  hlsFolder,
  type IngestedInputs,
  ingestAccountFonts,
  inputSources,
  SHARE,
  stepsIn,
  tryInputs,
  withFonts,
  withoutFailedWords,
} from '../produce/index.ts';
import { lostAddresses } from '../secrets/index.ts';
import { stubbornly, toAppError } from '../system/index.ts';
import type { Editables } from '../template/index.ts';
import { keepInputs, readInputSnapshot } from './input-snapshot.ts';
import type { JobContext } from './job-context.ts';
import type { ReportProgress } from './progress.ts';
import { withSegments } from './segments/with-segments.ts';

/**
 * Fetches the session's media that no earlier render has stored, and stores them for another render.
 * Recognises the words of captions then. Returns whether the session has media. `fetching` fires when the fetch
 * takes too long; a recogniser has its own limits.
 */
export async function fetchMedia(
  { session, context, report, onCpu }: Omit<SessionRender, 'inputs' | 'onRefused'>,
  { fetching: signal, working }: { fetching: AbortSignal; working: AbortSignal },
): Promise<boolean> {
  const startMs = performance.now();
  report('fetching', 0);
  const { isComplete, ...snapshot } = await readInputSnapshot(session, context, signal);
  if (isComplete) {
    await hearAgain({ session, context, inputs: snapshot }, working);
    return true;
  }
  const lost = lostAddresses(session.mapping);
  if (lost.length > 0) throw AppError.fromFaults(lost);
  const version = await loadVersion(session, context);
  const folder = join(context.workFolder, session.id, 'media');
  const batch =
    session.batchId === null ? undefined : await context.db.batches.find(session.batchId);
  const mapping = await loadMapping(session, version, context);
  const editSessionId = await editedSession(session, context);
  const { faults, ...media } = await tryInputs(
    {
      mapping,
      // A file that many rows of a batch name is fetched once.
      sources: inputSources(context, version, {
        folder,
        freshSinceMs: batch?.mediaSinceMs,
        onCpu,
        editSessionId,
      }),
      folder,
      known: snapshot,
      onProgress: (share) => report('fetching', SHARE.fetching * share),
    },
    signal,
  );
  const fonts = await ingestAccountFonts(
    { version, sessionId: session.id, mapping },
    context,
    stepsIn(folder),
    signal,
  );
  const listener = accountListener({ ...context, editSessionId }, version);
  // The audio of a file that cannot be fetched is not known.
  const heard =
    faults.length > 0
      ? { ...media, faults }
      : await hearWords(
          { mapping, inputs: media, folder, attempt: session.attempt },
          listener,
          working,
        );
  const allInputs = withFonts(heard, fonts);
  const seconds = Math.round(performance.now() - startMs) / 1000;
  const newSnapshot = {
    inputs: allInputs,
    storedPaths: snapshot.paths,
    isComplete: heard.faults.length === 0,
    seconds,
  };
  await keepInputs(session, newSnapshot, context);
  if (heard.faults.length > 0) throw AppError.fromFaults(heard.faults);
  return Object.keys(allInputs.paths).length > 0;
}

/** The session if a stranger with an edit token may have changed it: then the limits of edit tokens count. */
async function editedSession(
  { id }: Pick<RenderSession, 'id'>,
  { db }: Pick<JobContext, 'db'>,
): Promise<string | null> {
  return (await db.tokens.canEdit(id)) ? id : null;
}

/**
 * Recognises words that an earlier attempt of the session could not have, and went on without. All other inputs stay
 * as they are.
 */
async function hearAgain(
  { session, context, inputs }: Pick<SessionRender, 'session' | 'context' | 'inputs'>,
  signal: AbortSignal,
): Promise<void> {
  const { attempt } = session;
  const knownInputs = withoutFailedWords(inputs, attempt);
  if (Object.keys(knownInputs.ingested).length === Object.keys(inputs.ingested).length) return;
  const startMs = performance.now();
  const version = await loadVersion(session, context);
  const mapping = await loadMapping(session, version, context);
  const folder = join(context.workFolder, session.id, 'media');
  const { ingested, paths } = await hearWords(
    { mapping, inputs: knownInputs, folder, attempt },
    accountListener({ ...context, editSessionId: await editedSession(session, context) }, version),
    signal,
  );
  const newSnapshot = {
    inputs: { ingested: { ...inputs.ingested, ...ingested }, paths },
    storedPaths: inputs.paths,
    isComplete: true,
    seconds: Math.round(performance.now() - startMs) / 1000,
  };
  await keepInputs(session, newSnapshot, context);
}

type SessionRender = {
  session: RenderSession;
  /** Called when a write is refused: the session was canceled, or another process renders it by now. */
  onRefused: () => void;
  inputs: IngestedInputs;
  context: JobContext;
  report: ReportProgress;
  onCpu: (seconds: number) => void;
};

/** Composes and renders the session, and publishes its files. Returns the fields that `finish` stores. */
export async function requestRender(
  { session, inputs, context, report, onCpu, onRefused }: SessionRender,
  signal: AbortSignal,
): Promise<SessionResult> {
  const version = await loadVersion(session, context);
  const folder = join(context.workFolder, session.id, 'render');
  const { playlists: rows } = context.db;
  const store = async (write: () => Promise<boolean>) => {
    if (!(await stubbornly(write, signal))) onRefused();
  };
  const playlists = {
    read: (key: string) => stubbornly(() => rows.find(key), signal),
    write: (playlist: Playlist) => store(() => rows.write(session.id, playlist, session)),
    publish: (playlist: Playlist) => store(() => rows.publish(session.id, playlist, session)),
  };
  const task = {
    session,
    ...inputs,
    folder,
    hardware: context.hardware,
    mapping: await loadMapping(session, version, context),
    segmentFolder: segmentFolderOf(session, context),
  };
  const ports = { onReport: report, playlists, onCpu, isBatch: session.priority === 'batch' };
  return withSegments(
    { session, context, onCpu },
    (segments) => context.isolated.renderSession(version, task, { ...ports, segments }, signal),
    signal,
  );
}

/**
 * Ends a session that cannot succeed. It stores a limited number of faults. Returns false for a session that
 * has ended before.
 */
export async function failSession(
  session: RenderSession,
  error: unknown,
  context: Pick<JobContext, 'db' | 'log'>,
  signal: AbortSignal,
): Promise<boolean> {
  const reported = toAppError(error);
  context.log.warn(
    {
      sessionId: session.id,
      code: reported.code,
      err: reported.code === 'internal' ? error : reported.cause,
    },
    reported.message,
  );
  const errors = keptFaults(reported);
  const end = { status: 'failed' as const, errors, phase: 'done' as const };
  return finishSession(session, end, context.db, signal);
}

/** Ends a session. Returns false if it has ended, or if another process renders it by now. */
export function finishSession(
  { id, attempt, epoch }: Pick<RenderSession, 'id' | 'attempt' | 'epoch'>,
  { status, ...result }: SessionResult & { status: SessionStatus },
  db: JobContext['db'],
  signal: AbortSignal,
): Promise<boolean> {
  const lead = { attempt, epoch };
  return stubbornly(
    () => db.transaction((tx) => tx.renderSessions.finish(id, status, result, lead)),
    signal,
  );
}

/**
 * Returns the faults that a session stores. If there are too many, the last fault has the number of the
 * others.
 */
function keptFaults({ code, faults, retryable }: AppError): Fault[] {
  const { faults: listedFaults, more } = boundedFaults(faults);
  if (more === 0) return listedFaults;
  const message = say`There are ${more + 1} more faults that are not listed.`;
  const hint = 'Fix the listed faults and render the session again.';
  return [...listedFaults.slice(0, -1), fault(code, message, { hint, retryable })];
}

/**
 * Removes the working files of a render that has ended. After a failure the segments stay, so that a retry
 * draws only the missing segments. A failure is only logged, because the session must end in any case.
 */
export async function cleanUp(
  { id }: Pick<RenderSession, 'id'>,
  { workFolder, segmentFolder, log }: Pick<JobContext, 'workFolder' | 'segmentFolder' | 'log'>,
  isRendered: boolean,
): Promise<void> {
  for (const folder of isRendered ? [workFolder, segmentFolder] : [workFolder]) {
    // A process of a service that was killed may still write to the folder.
    const options = { recursive: true, force: true, maxRetries: 5 };
    await rm(join(folder, id), options).catch((err: unknown) =>
      log.warn({ sessionId: id, err }, 'working files could not be removed'),
    );
  }
}

/**
 * Removes the published files of an ended session that its row does not name, and of the start `own` of a
 * render if it published in vain. It can be repeated after a crash. It removes nothing of a newer start: each
 * start has its own keys.
 */
export async function removeLeft(
  id: string,
  { db, store }: Pick<JobContext, 'db' | 'store'>,
  ownRender?: Pick<RenderSession, 'render' | 'epoch'>,
): Promise<void> {
  const session = await db.renderSessions.filesOf(id);
  // The session was removed meanwhile. It may have stored a file after its files were removed.
  if (!session) return store.removePrefix(`sessions/${id}`);
  const { render, status, attempt, epoch, hlsKey, videoKey } = session;
  const isRendering = RENDERING.includes(status);
  const ownFolder = ownRender && filesFolder({ id, ...ownRender });
  if (ownRender && ownFolder !== undefined && !videoKey?.startsWith(`${ownFolder}/`)) {
    if (!isRendering || ownRender.epoch < epoch) await store.removePrefix(ownFolder);
  }
  // Another render of the session has begun.
  if (isRendering || render === null) return;
  for (const old of await numbersBelow(filesPrefix(id, render), store)) {
    const folder = filesFolder({ id, render, epoch: old });
    if (old > epoch || folder === ownFolder || videoKey?.startsWith(`${folder}/`)) continue;
    await store.removePrefix(folder);
  }
  for (const old of await numbersBelow(`${filesPrefix(id, render)}/hls`, store)) {
    const folder = hlsFolder({ id, render, attempt: old });
    if (old > attempt || hlsKey?.startsWith(`${folder}/`)) continue;
    await db.playlists.removeBelow(id, folder);
    await store.removePrefix(folder);
  }
}

/** Returns the folders below a prefix that are named by a number. */
async function numbersBelow(prefix: string, store: JobContext['store']): Promise<number[]> {
  const names = await store.foldersBelow(prefix, Number.POSITIVE_INFINITY);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Returns the folder in which a session finds and stores segments. Accounts never share segments. */
export function segmentFolderOf(
  { accountId, id }: Pick<RenderSession, 'accountId' | 'id'>,
  context: Pick<JobContext, 'reuseSegments' | 'segmentFolder'>,
): string | null {
  if (context.reuseSegments === 'off') return null;
  return join(context.segmentFolder, context.reuseSegments === 'account' ? accountId : id);
}

/** Returns the template version of a session. Throws `template_version_unknown` if it was removed. */
export async function loadVersion(
  { templateStyleVersionId: id }: RenderSession,
  { db }: Pick<JobContext, 'db'>,
): Promise<TemplateVersion> {
  const version = await db.templateVersions.find(id);
  if (!version) throw versionRemovedError(id);
  return version;
}

/** Returns the session's parsed mapping. The mapping of a session of an earlier version is parsed here. */
async function loadMapping(
  { mapping: { id, ...body } }: RenderSession,
  { editables, fonts }: TemplateVersion,
  { db }: JobContext,
): Promise<ParsedMapping> {
  const parsed = readParsedMapping(await db.mappings.parsedOf(id));
  if (parsed) return parsed;
  const spec = { editables: editables as Editables, fonts };
  const { mapping, faults } = parseMapping(spec, withoutLostAddresses(body));
  if (faults.length === 0) return mapping;
  // An upgrade of the template removed editables that the mapping fills. A video without them is wrong.
  throw AppError.fromFaults(
    faults.map((mappingFault) => ({
      ...mappingFault,
      pointer: `/mapping${mappingFault.pointer ?? ''}`,
    })),
  );
}

/**
 * An address whose key is lost is null. Its file is in the input snapshot, so any valid address can replace
 * it.
 */
function withoutLostAddresses(body: Record<string, unknown>): unknown {
  const placeholderUrl = 'https://address.invalid/';
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'remote_url' && value === null ? placeholderUrl : value,
  );
}
