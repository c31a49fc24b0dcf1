import { basename, join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { TemplateVersion } from '../database/index.ts';
import { ingestFont } from '../media/font/index.ts';
import type { IngestedInputs, Steps } from '../produce/index.ts';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';

type AccountFonts = Pick<JobContext, 'db' | 'store' | 'isolated' | 'uploadTtlSeconds'>;

/**
 * Ingests the account's uploaded fonts with names that the template asks for and does not contain. Fonts that were
 * uploaded with an edit token are for its session only. These fonts are inputs like the mapping's own files. Each use
 * extends an upload's life to that of a new upload.
 */
export async function ingestAccountFonts(
  { version, sessionId }: { version: TemplateVersion; sessionId: string | null },
  { db, store, isolated, uploadTtlSeconds }: AccountFonts,
  steps: Steps,
  signal: AbortSignal,
): Promise<IngestedInputs> {
  const wanted = await isolated.missingFonts(version, signal);
  const ingested: IngestedInputs['ingested'] = {};
  const paths: Record<string, string> = {};
  if (wanted.length === 0) return { ingested, paths };
  const { accountId } = version;
  for (const { id, storageKey } of await db.uploads.fontsNamed(accountId, wanted, sessionId)) {
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
