import { AppError } from '../../base/index.ts';
import type { Connection } from '../open.ts';
import { prepared } from '../prepared.ts';
import { RENDERING } from '../sessions/render-session.ts';
import { IMPORTING } from './template-version.ts';

/** The versions of a template, the versions of a style, or one version. */
export type VersionGroup = { of: 'templateId' | 'templateStyleId' | 'id'; id: string };

/** A version that is in use, and the import or the render session that uses it. */
export type VersionUse = { versionId: string; by: 'import' | 'render session'; id: string };

/** Returns one use of the versions of a group, or undefined when they can be removed. */
export async function findUse(
  db: Connection,
  { of, id }: VersionGroup,
): Promise<VersionUse | undefined> {
  const importing = await db
    .selectFrom('templateStyleVersions')
    .select('id')
    .where(of, '=', id)
    .where('deletedAtMs', 'is', null)
    .where('status', 'in', IMPORTING)
    .executeTakeFirst();
  if (importing) return { versionId: importing.id, by: 'import', id: importing.id };
  const session = await db
    .selectFrom('renderSessions')
    .innerJoin(
      'templateStyleVersions as version',
      'version.id',
      'renderSessions.templateStyleVersionId',
    )
    .select(['renderSessions.id', 'version.id as versionId'])
    .where(`version.${of}`, '=', id)
    .where('renderSessions.status', 'in', RENDERING)
    .executeTakeFirst();
  return session && { versionId: session.versionId, by: 'render session', id: session.id };
}

const presentVersion = prepared((db) =>
  db
    .selectFrom('templateStyleVersions')
    .select('id')
    .where('deletedAtMs', 'is', null)
    .where('id', '=', ''),
);

/** Throws `template_version_unknown` for a version that was removed. Call it where a render starts. */
export async function requireVersion(db: Connection, versionId: string): Promise<void> {
  const [row] = await presentVersion(db, [versionId]);
  if (!row) throw versionRemovedError(versionId);
}

/** The error of a session or a render with a version that was removed. */
export function versionRemovedError(versionId: string): AppError {
  return new AppError(
    'template_version_unknown',
    `The template style version ${versionId} was removed.`,
    { hint: 'Upload the template again, and create a session with the new version.' },
  );
}
