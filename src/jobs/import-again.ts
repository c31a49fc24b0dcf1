import { type StoredAgain, templateKey } from '../produce/index.ts';
import type { JobContext } from './job-context.ts';
import { measureVersion } from './stored-bytes.ts';

type Importing = Pick<JobContext, 'db' | 'store' | 'log'>;

/**
 * Writes a new import to the row of a version. An isolated process stored it because it could not read the
 * import of the row. The report stays unchanged, because only the first import reports warnings about audio.
 * A failure is only logged: the next task imports the version again.
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
    const version = await db.templateVersions.find(versionId);
    if (!version) return await store.removePrefix(`versions/${versionId}`);
    const current = version.templateDigest;
    // If another process was first, this import is not needed. Only the import that the row names stays in the
    // store.
    const stale = isKept ? before : templateDigest;
    if (stale !== null && stale !== current) await store.remove(templateKey(versionId, stale));
    await measureVersion(versionId, context);
  } catch (error) {
    log.error({ err: error, versionId }, 'the new import of a version could not be stored');
  }
}
