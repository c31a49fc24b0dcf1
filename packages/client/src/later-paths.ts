/*
 * Operations that the OpenAPI document of this checkout does not have yet. An entry has no effect
 * when the document has its path.
 */
import type { operations } from './generated/api.ts';

type Responds<Value, Status extends number = 200> = {
  responses: { [S in Status]: { content: { 'application/json': Value } } };
};
type Accepts<Value> = { requestBody?: { content: { 'application/json': Value } } };
type Asks<Parameters> = { parameters: { query?: Parameters } };
type Page = { limit?: number; cursor?: string };
type Removes = { responses: { 204: object } };
type Listed<Name extends string, Item> = { [K in Name]: Item[] } & { next_cursor: string | null };

type Fault = {
  code: string;
  message: string;
  pointer?: string;
  editable?: string;
  hint?: string;
  retryable: boolean;
};

type LaterTemplate = {
  id: string;
  name: string;
  poster_url: string | null;
  demo_video_url: string | null;
  style_count: number;
  version_count: number;
  languages: string[];
  created_at: string;
  updated_at: string;
};

type LaterStyle = {
  id: string;
  template_id: string;
  name: string;
  width: number | null;
  height: number | null;
  fps: number | null;
  duration: number | null;
  version_ids: Record<string, string>;
  created_at: string;
};

type LaterVersion = {
  id: string;
  status: 'processing' | 'demo_rendering' | 'edit_ready' | 'failed';
  template_id: string;
  template_style_id: string;
  language: string;
  name: string;
  width: number | null;
  height: number | null;
  fps: number | null;
  duration: number | null;
  created_at: string;
  updated_at: string;
};

type LaterUpload = {
  id: string;
  content_type: string;
  bytes: number;
  sha256: string;
  filename?: string;
  kind?: string;
  url?: string;
  created_at: string;
  expires_at: string;
};

type LaterCounts = Record<
  'total' | 'invalid' | 'waiting' | 'rendering' | 'rendered' | 'failed' | 'canceled',
  number
>;

type LaterBatch = {
  id: string;
  title: string | null;
  status: 'checking' | 'running' | 'paused' | 'completed' | 'canceled' | 'failed';
  paused_reason: 'user' | 'invalid_rows' | 'template_removed' | null;
  template_style_version_id: string | null;
  render: 'preview' | 'final';
  priority: 'normal' | 'batch';
  external_id: string | null;
  metadata: Record<string, string>;
  counts: LaterCounts;
  progress: number;
  eta_seconds: number | null;
  errors: (Fault & { row: number | null; column: string | null })[];
  more_errors?: number;
  created_at: string;
  updated_at: string;
  started_at: string | null;
  ended_at: string | null;
};

type LaterBatchRow = {
  row: number;
  state: string;
  external_id: string | null;
  title: string | null;
  render_session_id: string | null;
  video_url: string | null;
  progress: number;
  errors: Fault[];
};

type LaterBatchRequest = {
  template_style_version_id?: string;
  rows: Record<string, unknown>[];
  columns?: Record<string, string | null>;
  mapping?: Record<string, unknown>;
  mapping_id?: string;
  title?: string;
  render?: 'preview' | 'final';
  output?: Record<string, unknown> | Record<string, unknown>[];
  external_uploads?: { to: string }[];
  metadata?: Record<string, string>;
  external_id?: string;
  priority?: 'normal' | 'batch';
  invalid_rows?: 'stop' | 'skip';
  start?: boolean;
};

type LaterSession = operations['getRenderSession']['responses'][200]['content']['application/json'];
type LaterFullVersion =
  operations['getTemplateStyleVersion']['responses'][200]['content']['application/json']['template_style_version'];
type LaterBatchAnswer = Responds<{ batch: LaterBatch }>;

export type LaterPaths = {
  '/v2/templates': {
    get: Asks<Page & { q?: string }> & Responds<Listed<'templates', LaterTemplate>>;
  };
  '/v2/templates/{id}': {
    get: Responds<{ template: LaterTemplate }>;
    patch: Accepts<{ name: string }> & Responds<{ template: LaterTemplate }>;
    delete: Removes;
  };
  '/v2/templates/{id}/styles': { get: Responds<{ template_styles: LaterStyle[] }> };
  '/v2/template_styles/{id}': {
    patch: Accepts<{ name: string }> & Responds<{ template_style: LaterStyle }>;
    delete: Removes;
  };
  '/v2/template_style_versions': {
    get: Asks<Page & Record<'template_id' | 'template_style_id' | 'language' | 'q', string>> &
      Responds<Listed<'template_style_versions', LaterVersion>>;
  };
  '/v2/template_style_versions/{id}': {
    patch: Accepts<{ name: string }> & Responds<{ template_style_version: LaterFullVersion }>;
    delete: Removes;
  };
  '/v2/uploads': { get: Asks<Page> & Responds<Listed<'uploads', LaterUpload>> };
  '/v2/uploads/{id}': { get: Responds<{ upload: LaterUpload }>; delete: Removes };
  '/v2/mappings/{id}/fit-report': {
    post: Responds<{
      fit_report: {
        mapping_id: string;
        template_style_version_id: string;
        valid: boolean;
        errors: Fault[];
        more_errors?: number;
        warnings: { code: string; message: string; editable?: string }[];
        ignored_editables: string[];
        missing_editables: string[];
        fit: Record<string, unknown>;
      };
    }>;
  };
  '/v2/render_sessions/{id}/copy': {
    post: Accepts<Record<string, unknown>> & Responds<LaterSession, 201>;
  };
  '/v2/account': {
    get: Responds<{
      account: {
        id: string;
        name: string;
        limits: Record<string, number | null>;
        usage: Record<string, number>;
        created_at: string;
      };
    }>;
  };
  '/v2/usage': {
    get: Asks<{ from?: string; to?: string; group_by?: string }> &
      Responds<{
        usage: Record<string, string | number | null>[];
        totals: Record<string, number>;
        from: string;
        to: string;
      }>;
  };
  '/v2/batches': {
    get: Asks<Page & { status?: string; q?: string }> & Responds<Listed<'batches', LaterBatch>>;
    post: Accepts<LaterBatchRequest> & Responds<{ batch: LaterBatch }, 201>;
  };
  '/v2/batches/{id}': { get: LaterBatchAnswer; delete: Removes };
  '/v2/batches/{id}/rows': {
    get: Asks<Page & { state?: string }> & Responds<Listed<'rows', LaterBatchRow>>;
  };
  '/v2/batches/{id}/pause': { post: LaterBatchAnswer };
  '/v2/batches/{id}/resume': { post: LaterBatchAnswer };
  '/v2/batches/{id}/cancel': { post: LaterBatchAnswer };
  '/v2/batches/{id}/retry': {
    post: Accepts<{ rows?: { row: number; values?: Record<string, unknown> }[] }> &
      LaterBatchAnswer;
  };
};
