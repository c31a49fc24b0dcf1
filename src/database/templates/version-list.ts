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
  'template_id',
  'template_style_id',
  'language',
  'name',
  'status',
  'width',
  'height',
  'fps',
  'frame_count',
  'stillcuts',
  'demo_video_key',
  'created_at',
  'updated_at',
] as const;

/** Returns an account's versions that match a filter, newest first. */
export async function listVersions(
  db: Connection,
  accountId: string,
  { templateId, templateStyleId, language, status, q }: VersionFilter,
  page: PageRequest,
): Promise<VersionSummary[]> {
  const table = 'template_style_versions';
  let query = db
    .selectFrom(table)
    .select([...COLUMNS, 'report'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null);
  if (templateId !== undefined) query = query.where('template_id', '=', templateId);
  if (templateStyleId !== undefined) query = query.where('template_style_id', '=', templateStyleId);
  if (language !== undefined) query = query.where('language', '=', language);
  if (status !== undefined) query = query.where('status', '=', status);
  if (q !== undefined) query = query.where(containing(db, 'name', q));
  const rows = await newestFirst(query, table, page).execute();
  return rows.map((row) => ({
    id: row.id,
    templateId: row.template_id,
    templateStyleId: row.template_style_id,
    language: row.language,
    name: row.name,
    status: row.status as VersionStatus,
    width: row.width,
    height: row.height,
    fps: row.fps,
    frameCount: row.frame_count,
    stillcuts: JSON.parse(row.stillcuts) as Record<string, string>,
    demoVideoKey: row.demo_video_key,
    ...countsOf(row.report),
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }));
}

function countsOf(report: string): { errorCount: number; warningCount: number } {
  const { errors = [], warnings = [] } = JSON.parse(report) as Partial<TemplateVersion['report']>;
  return { errorCount: errors.length, warningCount: warnings.length };
}
