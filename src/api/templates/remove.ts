import { AppError, say } from '../../base/index.ts';
import type { VersionGroup, VersionUse } from '../../database/index.ts';
import type { ApiContext } from '../context.ts';

/**
 * Removes a template, a style or a version, and the files of its versions. Throws `conflict` while a
 * version is in use. The cleanup removes files that cannot be removed now.
 */
export async function removeVersions(
  { db, store, log }: Pick<ApiContext, 'db' | 'store' | 'log'>,
  group: VersionGroup,
): Promise<void> {
  const { use, versionIds = [] } = await db.templateRemoval.remove(group);
  if (use) throw inUse(use);
  for (const id of versionIds) {
    await store
      .removePrefix(`versions/${id}`)
      .catch((err: unknown) =>
        log.error({ versionId: id, err }, 'the files of a removed version could not be removed'),
      );
  }
}

/** Returns the error for a version that cannot be removed now. */
function inUse({ versionId, by, id }: VersionUse): AppError {
  if (by === 'import') {
    return new AppError('conflict', say`The version ${versionId} is being imported.`, {
      hint: 'Wait until its import has ended.',
    });
  }
  return new AppError(
    'conflict',
    say`The version ${versionId} is used by the render session ${id}.`,
    { hint: 'Wait until it has ended, or cancel it.' },
  );
}
