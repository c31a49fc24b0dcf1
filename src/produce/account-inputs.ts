import { basename, join } from 'node:path';
import { AppError, defined, type Outside } from '../base/index.ts';
import type { Database, TemplateVersion } from '../database/index.ts';
import { captionFonts, type ParsedMapping } from '../mapping/index.ts';
import type { FetchCache } from '../media/fetch/index.ts';
import { ingestFont } from '../media/font/index.ts';
import type { Models } from '../speech/index.ts';
import type { BlobStore } from '../storage/index.ts';
import { systemClock } from '../system/index.ts';
import type { IngestedInputs, InputSources } from './ingest-inputs.ts';
import type { IsolatedTasks } from './isolated-tasks.ts';
import { accountSpeaker } from './speech/account-speaker.ts';
import type { Steps } from './steps.ts';

/** Where the files of accounts come from. */
export type AccountFiles = {
  db: Database;
  store: BlobStore;
  fetches: FetchCache;
  /** Probes files, imports, composes and renders. */
  isolated: IsolatedTasks;
  /** Speak texts and recognise words. */
  models: Models;
  uploadTtlSeconds: number;
};

/**
 * Where the files of a version's account come from: the network, its uploads, and speech. Files that were fetched after
 * `freshSinceMs` are not requested again. `onCpu` receives the CPU time of the processes that read the
 * files. Uploads that are needed stay while `folder` exists. `outside` runs what waits for a speech server.
 * `editSessionId`: the session whose edit token asks.
 */
export function inputSources(
  { db, store, fetches, isolated, models }: Omit<AccountFiles, 'uploadTtlSeconds'>,
  { accountId, id: versionId, language }: Pick<TemplateVersion, 'accountId' | 'id' | 'language'>,
  {
    folder,
    freshSinceMs,
    onCpu,
    outside,
    editSessionId = null,
  }: {
    folder: string;
    freshSinceMs?: number | undefined;
    onCpu?: (seconds: number) => void;
    outside?: Outside;
    editSessionId?: string | null;
  },
): InputSources {
  return {
    fetcher: fetches.forAccount(accountId, freshSinceMs),
    probe: isolated.prober(accountId, onCpu),
    speak: accountSpeaker(
      { models, isolated, ...defined({ outside }) },
      { accountId, versionId, language, editSessionId },
      folder,
    ),
    upload: async (id) => {
      const upload = await db.uploads.findIn(accountId, id);
      if (!upload || !(await store.stat(upload.storageKey))) return undefined;
      return store.localPath(upload.storageKey, folder);
    },
  };
}

/**
 * Ingests the account's uploaded fonts with names that the template asks for and does not contain, and those that
 * captions of `mapping` ask for. Fonts that were uploaded with an edit token are for its session only. These fonts are inputs like the mapping's own files. Each use
 * extends an upload's life to that of a new upload.
 */
export async function ingestAccountFonts(
  {
    version,
    sessionId,
    mapping,
  }: { version: TemplateVersion; sessionId: string | null; mapping?: ParsedMapping },
  { db, store, isolated, uploadTtlSeconds }: Omit<AccountFiles, 'fetches' | 'models'>,
  steps: Steps,
  signal: AbortSignal,
): Promise<IngestedInputs> {
  const missing = await isolated.missingFonts(version, signal);
  const fontNames = [...missing, ...captionFonts(mapping?.captions)];
  const ingested: IngestedInputs['ingested'] = {};
  const paths: Record<string, string> = {};
  if (fontNames.length === 0) return { ingested, paths };
  const { accountId } = version;
  for (const { id, storageKey } of await db.uploads.fontsNamed(accountId, fontNames, sessionId)) {
    if (!(await store.stat(storageKey))) continue;
    await db.uploads.keepUntil(id, systemClock.nowMs() + uploadTtlSeconds * 1000);
    const from = await store.localPath(storageKey);
    const step = await steps
      .run(['account font', id], async (dir) => {
        const { path, ...font } = await ingestFont({ dir, path: from });
        return { font, name: basename(path) };
      })
      .catch(unlessRemoved);
    if (!step) continue;
    const { font: file, name } = step.facts;
    paths[file.sha256] = join(step.folder, name);
    ingested[`/account_fonts/${id}`] = {
      kind: 'font',
      fonts: [],
      source: { upload_id: id },
      ...file,
    };
  }
  return { ingested, paths };
}

/** A font that a client removed meanwhile is not used. */
function unlessRemoved(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'asset_not_found') throw error;
}

/** Adds the account's fonts to the inputs of a mapping. */
export function withFonts(
  { ingested, paths }: IngestedInputs,
  fonts: IngestedInputs,
): IngestedInputs {
  return { ingested: { ...ingested, ...fonts.ingested }, paths: { ...paths, ...fonts.paths } };
}
