import type { Api } from './api.ts';
import { FramepressError, NetworkError } from './errors.ts';
import { saveFile } from './local-files.ts';
import { retryDelayMs, sleep } from './retry.ts';

export type DownloadOptions = {
  signal?: AbortSignal | undefined;
  /** Bytes so far, of `total` if it is known. */
  onProgress?: ((progress: { bytes: number; total: number | undefined }) => void) | undefined;
};

const MAX_RESUMES = 8;

/** Writes a file of the service to a path. A broken download continues where it stopped. */
export async function saveUrl(
  api: Api,
  url: string,
  path: string,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  await saveFile(path, async (write) => {
    let bytes = 0;
    let total: number | undefined;
    let etag: string | undefined;
    for (let failures = 0; ; ) {
      const isPart = bytes > 0 && etag !== undefined;
      const response = await api.download(url, {
        signal,
        ...(isPart && { headers: { range: `bytes=${bytes}-`, 'if-range': etag ?? '' } }),
      });
      if (isPart && response.status !== 206) {
        throw new FramepressError('The file changed while it was downloaded.', { retryable: true });
      }
      etag = response.headers.get('etag') ?? undefined;
      if (!isPart) total = Number(response.headers.get('content-length')) || undefined;
      try {
        const reader = response.body?.getReader();
        for (;;) {
          const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
          if (done || !value) return;
          await write(value);
          bytes += value.byteLength;
          failures = 0;
          onProgress?.({ bytes, total });
        }
      } catch (error) {
        signal?.throwIfAborted();
        if (etag === undefined || ++failures > MAX_RESUMES) {
          throw new NetworkError('The download broke off.', error);
        }
        await sleep(retryDelayMs(failures), signal);
      }
    }
  });
}
