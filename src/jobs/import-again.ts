import { type StoredAgain, templateKey } from '../isolated/index.ts';
import type { JobContext } from './job-context.ts';
import { measureVersion } from './stored-bytes.ts';

type Importing = Pick<JobContext, 'db' | 'store' | 'log'>;

/**
 * Has a version's row name the import that an isolated process has stored in the place of one that it could not read.
 * The report stays, since its warnings about sounds come from the first import. A failure is only logged: the next
 * task imports the version once more.
 */
export async function keepImport(
  versionId: string,
  { before, imported, reason }: StoredAgain,
  context: Importing,
): Promise<void> {
  const { db, store, log } = context;
  const { importerVersion, templateDigest } = imported;
  try {
    if (before === null) log.info({ versionId, importerVersion }, 'stored the import of a version');
    else log.warn({ versionId, importerVersion, reason }, 'imported a version again');
    const isKept = await db.templateVersions.importAgain(versionId, imported, before);
    const current = (await db.templateVersions.find(versionId))?.templateDigest;
    // Another process was first, or the version is gone: only the import that its row names stays.
    const stale = isKept ? before : templateDigest;
    if (stale !== null && stale !== current) await store.remove(templateKey(versionId, stale));
    await measureVersion(versionId, context);
  } catch (error) {
    log.error({ err: error, versionId }, 'the new import of a version could not be kept');
  }
}
