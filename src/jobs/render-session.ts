import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, boundedFaults, type Fault, fault } from '../base/index.ts';
import {
  RENDERING,
  type RenderSession,
  type SessionResult,
  type TemplateVersion,
  versionRemoved,
} from '../database/index.ts';
import { filesPrefix, hlsFolder, SHARE } from '../isolated/index.ts';
import { type ParsedMapping, parseMapping, readParsedMapping } from '../mapping/index.ts';
import { type IngestedInputs, stepsIn, tryInputs } from '../produce/index.ts';
import { lostAddresses } from '../secrets/index.ts';
import { toAppError } from '../system/index.ts';
import type { Editables } from '../template/index.ts';
import { ingestAccountFonts, withFonts } from './account-fonts.ts';
import { keepInputs, readInputSnapshot } from './input-snapshot.ts';
import { inputSources } from './input-sources.ts';
import type { JobContext } from './job-context.ts';
import type { ReportProgress } from './progress.ts';

/**
 * Fetches the session's media that no earlier render has stored, and stores them for another render.
 * Returns whether the session has media.
 */
export async function fetchMedia(
  { session, context, report, onCpu }: Omit<SessionRender, 'inputs'>,
  signal: AbortSignal,
): Promise<boolean> {
  const startMs = performance.now();
  report('fetching', 0);
  const { isComplete, ...known } = await readInputSnapshot(session, context, signal);
  if (isComplete) return true;
  const lost = lostAddresses(session.mapping);
  if (lost.length > 0) throw AppError.fromFaults(lost);
  const version = await versionOf(session, context);
  const folder = join(context.workFolder, session.id, 'media');
  const batch =
    session.batchId === null ? undefined : await context.db.batches.find(session.batchId);
  const { faults, ...inputs } = await tryInputs(
    {
      mapping: await mappingOf(session, version, context),
      // A file that many rows of a batch name is fetched once.
      sources: inputSources(context, session.accountId, {
        freshSinceMs: batch?.mediaSinceMs,
        onCpu,
      }),
      folder,
      known,
      onProgress: (share) => report('fetching', SHARE.fetching * share),
    },
    signal,
  );
  const fonts = await ingestAccountFonts(
    { version, sessionId: session.id },
    context,
    stepsIn(folder),
    signal,
  );
  const all = withFonts(inputs, fonts);
  const seconds = Math.round(performance.now() - startMs) / 1000;
  const kept = { inputs: all, isComplete: faults.length === 0, seconds };
  await keepInputs(session, kept, context);
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return Object.keys(all.paths).length > 0;
}

type SessionRender = {
  session: RenderSession;
  inputs: IngestedInputs;
  context: JobContext;
  report: ReportProgress;
  onCpu: (seconds: number) => void;
};

/** Composes and renders the session, and publishes its files. Returns the fields that `finish` stores. */
export async function requestRender(
  { session, inputs, context, report, onCpu }: SessionRender,
  signal: AbortSignal,
): Promise<SessionResult> {
  const version = await versionOf(session, context);
  const folder = join(context.workFolder, session.id, 'render');
  const playable = async (key: string) => {
    await context.db.renderSessions.setPlayable(session.id, key);
  };
  return context.isolated.renderSession(
    version,
    {
      ...{ session, ...inputs, folder, hardware: context.hardware },
      mapping: await mappingOf(session, version, context),
      segmentFolder: segmentFolderOf(session, context),
    },
    { onReport: report, playable, onCpu, isBatch: session.priority === 'batch' },
    signal,
  );
}

/** Ends a session that cannot succeed. It stores a limited number of faults. */
export async function failSession(
  session: RenderSession,
  error: unknown,
  context: Pick<JobContext, 'db' | 'log'>,
): Promise<void> {
  const reported = toAppError(error);
  context.log.warn(
    {
      sessionId: session.id,
      code: reported.code,
      err: reported.code === 'internal' ? error : reported.cause,
    },
    reported.message,
  );
  const end = { errors: keptFaults(reported), phase: 'done' as const };
  const { id, attempt } = session;
  await context.db.transaction((tx) => tx.renderSessions.finish(id, 'failed', end, attempt));
}

/**
 * Returns the faults that a session stores. If there are too many, the last fault has the number of the
 * others.
 */
function keptFaults({ code, faults, retryable }: AppError): Fault[] {
  const { faults: kept, more } = boundedFaults(faults);
  if (more === 0) return kept;
  const message = `There are ${more + 1} more faults that are not listed.`;
  const hint = 'Fix the listed faults and render the session again.';
  return [...kept.slice(0, -1), fault(code, message, { hint, retryable })];
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
    await rm(join(folder, id), { recursive: true, force: true }).catch((err: unknown) =>
      log.warn({ sessionId: id, err }, 'working files could not be removed'),
    );
  }
}

/**
 * Removes the published files of an ended session that its row does not name. It can be repeated after a
 * crash.
 */
export async function removeLeft(
  id: string,
  context: Pick<JobContext, 'db' | 'store'>,
): Promise<void> {
  const session = await context.db.renderSessions.filesOf(id);
  // The session was removed meanwhile. It may have stored a file after its files were removed.
  if (!session) return context.store.removePrefix(`sessions/${id}`);
  // Another render of the session has begun.
  if (RENDERING.includes(session.status)) return;
  const { render, status, hlsKey, videoKey } = session;
  if (render === null) return;
  const prefix = filesPrefix(id, render);
  // Removes the files of a render that did not finish. The files of a preview stay when its final failed.
  if (!status.endsWith('_rendered') && !videoKey?.startsWith(`${prefix}/`)) {
    await context.store.removePrefix(prefix);
  } else if (!hlsKey?.startsWith(`${prefix}/`))
    await context.store.removePrefix(hlsFolder(id, render));
}

/** Returns the folder in which a session finds and stores segments. Accounts never share segments. */
function segmentFolderOf(session: RenderSession, context: JobContext): string | null {
  if (context.reuseSegments === 'off') return null;
  const { accountId, id } = session;
  return join(context.segmentFolder, context.reuseSegments === 'account' ? accountId : id);
}

/** Returns the template version of a session. Throws `template_version_unknown` if it was removed. */
export async function versionOf(
  { templateStyleVersionId: id }: RenderSession,
  { db }: Pick<JobContext, 'db'>,
): Promise<TemplateVersion> {
  const version = await db.templateVersions.find(id);
  if (!version) throw versionRemoved(id);
  return version;
}

/** Returns the session's parsed mapping. The mapping of a session of an earlier version is parsed here. */
async function mappingOf(
  { mapping: { id, ...body } }: RenderSession,
  { editables, fonts }: TemplateVersion,
  { db }: JobContext,
): Promise<ParsedMapping> {
  const stored = readParsedMapping(await db.mappings.parsedOf(id));
  if (stored) return stored;
  const spec = { editables: editables as Editables, fonts };
  const { mapping, faults } = parseMapping(spec, withoutLostAddresses(body));
  if (faults.length === 0) return mapping;
  // An upgrade of the template removed editables that the mapping fills. A video without them is wrong.
  throw AppError.fromFaults(
    faults.map((one) => ({ ...one, pointer: `/mapping${one.pointer ?? ''}` })),
  );
}

/**
 * An address whose key is lost is null. Its file is in the input snapshot, so any valid address can replace
 * it.
 */
function withoutLostAddresses(body: Record<string, unknown>): unknown {
  const stand = 'https://address.invalid/';
  return JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    key === 'remote_url' && value === null ? stand : value,
  );
}
