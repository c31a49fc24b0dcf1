import { containing } from '../containing.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import type { TemplateVersion, VersionStatus, VersionSummary } from './template-version.ts';

export type VersionFilter = {
  templateId?: string;
  templateStyleId?: string;
  language?: string;
  status?: VersionStatus;
  /** A part of the name. */
  q?: string;
};

const COLUMNS = [
  'id',
  'templateId',
  'templateStyleId',
  'language',
  'name',
  'status',
  'width',
  'height',
  'fps',
  'frameCount',
  'stillcuts',
  'demoVideoKey',
  'createdAtMs',
  'updatedAtMs',
] as const;

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
    .select([...COLUMNS, 'report'])
    .where('accountId', '=', accountId)
    .where('deletedAtMs', 'is', null);
  if (templateId !== undefined) query = query.where('templateId', '=', templateId);
  if (templateStyleId !== undefined) query = query.where('templateStyleId', '=', templateStyleId);
  if (language !== undefined) query = query.where('language', '=', language);
  if (status !== undefined) query = query.where('status', '=', status);
  if (q !== undefined) query = query.where(containing(db, 'name', q));
  const rows = await newestFirst(query, table, page).execute();
  return rows.map((row) => ({
    id: row.id,
    templateId: row.templateId,
    templateStyleId: row.templateStyleId,
    language: row.language,
    name: row.name,
    status: row.status as VersionStatus,
    width: row.width,
    height: row.height,
    fps: row.fps,
    frameCount: row.frameCount,
    stillcuts: JSON.parse(row.stillcuts) as Record<string, string>,
    demoVideoKey: row.demoVideoKey,
    ...countsOf(row.report),
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
  }));
}

function countsOf(report: string): { errorCount: number; warningCount: number } {
  const { errors = [], warnings = [] } = JSON.parse(report) as Partial<TemplateVersion['report']>;
  return { errorCount: errors.length, warningCount: warnings.length };
}
