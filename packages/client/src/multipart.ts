import type { FileSource } from './file-input.ts';

/** The bytes of a file that were sent so far, of `total` if it is known. */
export type UploadProgress = { bytes: number; total: number | undefined };

export type MultipartFile = {
  fields: Readonly<Record<string, string | undefined>>;
  source: FileSource;
  filename: string;
  contentType: string;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/** Returns a `multipart/form-data` body that reads the file while it is sent. The file comes last. */
export async function multipartStream(
  boundary: string,
  { fields, source, filename, contentType, onProgress }: MultipartFile,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  const texts = entriesOf(fields).map(
    ([name, value]) => `${partHead(boundary, name)}\r\n\r\n${value}`,
  );
  const fileHead = `${partHead(boundary, 'file')}; filename="${escaped(filename)}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  const head = [...texts, fileHead].join('\r\n');
  const reader = (await source.open()).getReader();
  let bytes = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) {
        controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`));
        controller.close();
        return;
      }
      bytes += value.byteLength;
      controller.enqueue(value);
      onProgress?.({ bytes, total: source.bytes });
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Returns the body for browsers, which send a form with a Blob without copying it into memory. */
export async function multipartForm({
  fields,
  source,
  filename,
  contentType,
}: MultipartFile): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of entriesOf(fields)) form.append(name, value);
  const blob = await source.blob();
  // Without a new Blob the browser would send the type of the file.
  const typed = blob.type === contentType ? blob : new Blob([blob], { type: contentType });
  form.append('file', typed, filename);
  return form;
}

function entriesOf(fields: MultipartFile['fields']): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
}

function partHead(boundary: string, name: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;
}

/** Escapes a name as browsers do (HTML, 4.10.21.8). */
function escaped(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
