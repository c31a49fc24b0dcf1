import type { TemplateVersion } from '../database/index.ts';
import { ingestFont } from '../media/font/index.ts';
import type { IngestedAssets } from '../produce/index.ts';
import { systemClock } from '../system/index.ts';
import type { JobContext } from './job-context.ts';

type AccountFonts = Pick<JobContext, 'db' | 'store' | 'isolated' | 'uploadTtlSeconds'>;

/**
 * Fonts that the account has uploaded and that bear the name of one which the template asks for and
 * does not bring; those that came with an edit token only for its session. They are inputs like the mapping's own files: pinned, told, part of what decides
 * over the pixels. One that is used lives on for as long as a new upload would.
 */
export async function ingestAccountFonts(
  { version, sessionId }: { version: TemplateVersion; sessionId: string | null },
  { db, store, isolated, uploadTtlSeconds }: AccountFonts,
  folder: string,
  signal: AbortSignal,
): Promise<IngestedAssets> {
  const wanted = await isolated.missingFonts(version, signal);
  if (wanted.length === 0) return {};
  const { accountId } = version;
  const ingested: IngestedAssets = {};
  for (const { id, storageKey } of await db.uploads.fontsNamed(accountId, wanted, sessionId)) {
    if (!(await store.stat(storageKey))) continue;
    await db.uploads.keepUntil(id, systemClock.nowMs() + uploadTtlSeconds * 1000);
    const file = await ingestFont({ dir: folder, path: await store.localPath(storageKey) });
    ingested[`/account_fonts/${id}`] = {
      kind: 'font',
      fonts: [],
      source: { upload_id: id },
      ...file,
    };
  }
  return ingested;
}
