import { containing } from '../containing.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import { SUMMARY_COLUMNS, type VersionStatus, type VersionSummary } from './template-version.ts';

export type VersionFilter = {
  templateId?: string;
  templateStyleId?: string;
  language?: string;
  status?: VersionStatus;
  /** A part of the name. */
  q?: string;
};

/** Returns an account's versions that match a filter, newest first. */
export async function listVersions(
  db: Connection,
  accountId: string,
  { templateId, templateStyleId, language, status, q }: VersionFilter,
  page: PageRequest,
): Promise<VersionSummary[]> {
  const table = 'templateStyleVersions';
  let query = db
    .selectFrom(table)
    .select([...SUMMARY_COLUMNS, 'report'])
    .where('accountId', '=', accountId)
    .where('deletedAtMs', 'is', null);
  if (templateId !== undefined) query = query.where('templateId', '=', templateId);
  if (templateStyleId !== undefined) query = query.where('templateStyleId', '=', templateStyleId);
  if (language !== undefined) query = query.where('language', '=', language);
  if (status !== undefined) query = query.where('status', '=', status);
  if (q !== undefined) query = query.where(containing(db, 'name', q));
  const rows = await newestFirst(query, table, page).execute();
  return rows.map(({ report: { errors = [], warnings = [] }, ...row }) => ({
    ...row,
    errorCount: errors.length,
    warningCount: warnings.length,
  }));
}
