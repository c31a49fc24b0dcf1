/** The client of the Framepress API for Node, Deno, Bun and browsers. */
export type { UsageQuery } from './account.ts';
export type { CallOptions } from './api.ts';
export type { BatchFile, BatchUploadOptions, CreatedBatch, PendingBatch } from './batches.ts';
export type { DownloadOptions } from './download.ts';
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
export type { FileInput } from './file-input.ts';
export { Framepress, type FramepressOptions } from './framepress.ts';
export type { components, operations, paths } from './generated/api.ts';
export type { UploadProgress } from './multipart.ts';
export type { List, ListOptions, Page, PageQuery } from './pages.ts';
export type { PendingRender, Render, RenderFilter, RenderKind } from './renders.ts';
export type { PendingTemplate, TemplateUploadOptions, UploadedTemplate } from './templates.ts';
export type * from './types.ts';
export type { UploadOptions } from './uploads.ts';
export type { VersionFilter } from './versions.ts';
export type { Waitable, WaitOptions } from './wait.ts';
export type { RenderProgress } from './watch.ts';
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';
