import type { Upload } from '../../database/index.ts';
import { extensionOf } from '../../media/probe/index.ts';
import { type FileUrls, fileUrl } from '../../storage/index.ts';
import { isoTime } from '../../system/index.ts';

/** Returns the public form of an upload. */
export function presentUpload(upload: Upload, context: FileUrls) {
  const { width, height, duration } = upload;
  return {
    id: upload.id,
    filename: upload.filename,
    kind: upload.kind,
    content_type: upload.contentType,
    bytes: upload.bytes,
    sha256: upload.sha256,
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
    url: fileUrl(context, upload.storageKey, downloadName(upload)),
    created_at: isoTime(upload.createdAtMs),
    expires_at: isoTime(upload.expiresAtMs),
  };
}

/** The key under which the file of an upload is stored. */
export function keyOf(id: string): string {
  return `uploads/${id}`;
}

/** Returns the name under which a browser saves the file. Its extension is that of its content. */
function downloadName({ filename, id, contentType }: Upload): string {
  const extension = extensionOf(contentType) ?? 'bin';
  const stem = (filename ?? '')
    .replace(/\.[^.]*$/, '')
    .slice(0, 100)
    .toWellFormed();
  return `${stem || id}.${extension}`;
}
