/** The client of the Framepress API for Node, Deno, Bun and browsers. */

export type { CallOptions, RequestOptions } from './api.ts';
export {
  BatchFailedError,
  type ExceededLimit,
  FramepressError,
  ImportFailedError,
  NetworkError,
  RenderFailedError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts';
export type { ByteProgress, DownloadOptions, FileInput } from './files.ts';
export { Framepress, type FramepressOptions } from './framepress.ts';
export type { components, operations, paths } from './generated/api.ts';
export type { UsageQuery } from './resources/account.ts';
export type {
  BatchFile,
  BatchUploadOptions,
  CreatedBatch,
  PendingBatch,
  TableOptions,
  TableReadOptions,
} from './resources/batches.ts';
export type { List, ListOptions, Page, PageQuery } from './resources/pages.ts';
export {
  type PendingRender,
  RENDER_STATUSES,
  type Render,
  type RenderFilter,
  type RenderKind,
  type VideoOptions,
} from './resources/renders.ts';
export type {
  PendingTemplate,
  TemplateUploadOptions,
  UploadedTemplate,
} from './resources/templates.ts';
export type { UploadOptions } from './resources/uploads.ts';
export type { VersionFilter } from './resources/versions.ts';
export type * from './types.ts';
export type { Waitable, WaitOptions } from './wait.ts';
export type { RenderProgress } from './watch.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
