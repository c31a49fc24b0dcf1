/** A path or `file:` URL (Node, Deno and Bun), a File or Blob, bytes, or a stream of bytes. */
export type FileInput =
  | string
  | URL
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** The bytes that were transferred so far, of `total` if it is known. */
export type ByteProgress = { bytes: number; total: number | undefined };

/** The parts of a `multipart/form-data` body beside the bytes of its file. */
export type FilePart = {
  fields: Readonly<Record<string, string | undefined>>;
  filename: string | undefined;
  contentType: string | undefined;
  onProgress: ((progress: ByteProgress) => void) | undefined;
};

export type DownloadOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ByteProgress) => void) | undefined;
};

/** Opens an address of the service with these headers. */
export type Opener = (headers: Record<string, string>) => Promise<Response>;

/** A file that is sent. A stream can be opened only once. */
export type FileSource = {
  filename?: string | undefined;
  contentType?: string | undefined;
  /** Undefined if the size is not known before the end. */
  bytes?: number | undefined;
  isReplayable: boolean;
  open(): Promise<ReadableStream<Uint8Array>>;
};
