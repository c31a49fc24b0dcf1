import { defined } from '../../base/index.ts';
import type { IngestedAssets } from '../../produce/index.ts';

/**
 * A customer's file in the public session, with its editable, the font that it replaces, or its
 * upload id.
 */
type SourceUpload = {
  editable?: string;
  font?: string;
  remote_url?: string;
  upload_id?: string;
  content_type: string;
  bytes: number;
  sha256: string;
  width?: number;
  height?: number;
  /** In seconds. */
  duration?: number;
};

export function sourceUploads(ingested: IngestedAssets): SourceUpload[] {
  return Object.values(ingested).map((input) => ({
    ...defined({ editable: input.editable }),
    ...(input.editable === undefined && input.fonts.length > 0 && { font: input.fonts.join(', ') }),
    ...input.source,
    content_type: input.contentType,
    bytes: input.bytes,
    sha256: input.sha256,
    ...('width' in input && { width: input.width, height: input.height }),
    ...('durationSeconds' in input && { duration: input.durationSeconds }),
  }));
}
