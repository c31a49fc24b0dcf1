import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, assert, boundedFaults, type Fault, fault, toAppError } from '../base/index.ts';
import {
  lostAddresses,
  RENDERING,
  type RenderSession,
  type SessionPhase,
  type SessionResult,
  type TemplateVersion,
} from '../database/index.ts';
import { filesPrefix, hlsFolder, SHARE } from '../isolated/index.ts';
import type { CheckedMapping } from '../mapping/index.ts';
import { type Pinned, tryInputs } from '../produce/index.ts';
import type { Editables } from '../template/index.ts';
import { pinAccountFonts } from './account-fonts.ts';
import { keepInputs, keptInputs } from './input-snapshot.ts';
import { pinSources } from './input-sources.ts';
import type { Workshop } from './job-context.ts';

export type Report = (phase: SessionPhase, percent: number) => void;

/**
 * Fetches the session's media and keeps them for as long as it may be rendered again. What an
 * earlier render of it has kept is not fetched any more.
 */
export async function fetchMedia(
  session: RenderSession,
  shop: Workshop,
  report: Report,
  signal: AbortSignal,
): Promise<Pinned> {
  report('fetching', 0);
  const kept = await keptInputs(session, shop, signal);
  if (kept.isComplete) return kept.pinned;
  const lost = lostAddresses(session.mapping);
  if (lost.length > 0) throw AppError.fromFaults(lost);
  const version = await versionOf(session, shop);
  const folder = join(shop.workFolder, session.id, 'media');
  const { pinned, faults } = await tryInputs(
    {
      editables: version.editables as Editables,
      mapping: mappingOf(session),
      sources: pinSources(shop, session.accountId),
      folder,
      known: kept.pinned,
      onProgress: (share) => report('fetching', SHARE.fetching * share),
    },
    signal,
  );
  const fonts = await pinAccountFonts({ version, sessionId: session.id }, shop, folder, signal);
  const all = await keepInputs(session, { ...pinned, ...fonts }, faults.length === 0, shop);
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return all;
}

/** Composes and renders the session, and publishes its files. What it returns is all that `finish` needs. */
export async function renderSession(
  session: RenderSession,
  pinned: Pinned,
  shop: Workshop,
  report: Report,
  signal: AbortSignal,
): Promise<SessionResult> {
  const version = await versionOf(session, shop);
  const folder = join(shop.workFolder, session.id, 'render');
  const playable = async (key: string) => {
    await shop.db.renderSessions.playable(session.id, key);
  };
  return shop.isolated.renderSession(
    version,
    {
      ...{ session, pinned, folder, hardware: shop.hardware },
      segmentFolder: segmentFolderOf(session, shop),
    },
    { onReport: report, playable },
    signal,
  );
}

/** Ends a session that cannot succeed, with as many faults told as somebody reads. */
export async function failSession(
  session: RenderSession,
  error: unknown,
  shop: Pick<Workshop, 'db' | 'log'>,
): Promise<void> {
  const told = toAppError(error);
  shop.log.warn(
    { sessionId: session.id, code: told.code, err: told.code === 'internal' ? error : told.cause },
    told.message,
  );
  const end = { errors: keptFaults(told), phase: 'done' as const };
  await shop.db.renderSessions.finish(session.id, 'failed', end, session.starts);
}

/** The faults of a session; the last of very many says how many others there are. */
function keptFaults({ code, faults, retryable }: AppError): Fault[] {
  const { faults: kept, more } = boundedFaults(faults);
  if (more === 0) return kept;
  const message = `There are ${more + 1} more faults, which are not listed.`;
  const hint = 'Mend those that are listed and render it again.';
  return [...kept.slice(0, -1), fault(code, message, { hint, retryable })];
}

/**
 * Removes what nobody needs when a render has ended; segments outlive a failure, so that a retry
 * draws only what is missing.
 */
export async function cleanUp(
  { id }: Pick<RenderSession, 'id'>,
  { workFolder, segmentFolder }: Workshop,
  isRendered: boolean,
): Promise<void> {
  await rm(join(workFolder, id), { recursive: true, force: true });
  if (isRendered) await rm(join(segmentFolder, id), { recursive: true, force: true });
}

/** Also after a crash amid this: of a session that has ended, what nothing names any more. */
export async function removeLeft(id: string, shop: Pick<Workshop, 'db' | 'store'>): Promise<void> {
  const session = await shop.db.renderSessions.find(id);
  // It was removed meanwhile, and may have stored a file after its files were.
  if (!session) return shop.store.removePrefix(`sessions/${id}`);
  // Another render of it has begun.
  if (RENDERING.includes(session.status)) return;
  const { render, status, hlsKey, videoKey } = session;
  if (render === null) return;
  const prefix = filesPrefix(id, render);
  // What it has published without having come to its end. A preview's stays beside its final's.
  if (!status.endsWith('_rendered') && !videoKey?.startsWith(`${prefix}/`)) {
    await shop.store.removePrefix(prefix);
  } else if (!hlsKey?.startsWith(`${prefix}/`))
    await shop.store.removePrefix(hlsFolder(id, render));
}

/** Where a session's segments are taken from and kept; never among those of another account. */
function segmentFolderOf(session: RenderSession, shop: Workshop): string | null {
  if (shop.reuseSegments === 'off') return null;
  const { accountId, id } = session;
  return join(shop.segmentFolder, shop.reuseSegments === 'account' ? accountId : id);
}

async function versionOf(session: RenderSession, shop: Workshop): Promise<TemplateVersion> {
  const version = await shop.db.templateVersions.find(session.templateStyleVersionId);
  assert(version, `session ${session.id} has no template version`);
  return version;
}

function mappingOf(session: RenderSession): CheckedMapping {
  // It passed checkMapping when the session was created.
  return session.mapping as unknown as CheckedMapping;
}
