import type { Api, CallOptions } from './api.ts';
import { BatchFailedError } from './errors.ts';
import type { FileInput } from './file-input.ts';
import type { UploadProgress } from './multipart.ts';
import { type List, type ListOptions, listOf, type PageQuery } from './pages.ts';
import { sleep } from './retry.ts';
import type { Batch, BatchCreate, BatchRow } from './types.ts';
import { type Waitable, type WaitOptions, waitable, withTimeLimit } from './wait.ts';

const PATH = '/v2/batches';
const POLL_MS = 1000;
const MAX_POLL_MS = 5000;

/** A batch whose rows are in a file: CSV or JSON lines. */
export type BatchFile = Omit<BatchCreate, 'rows'> &
  ({ csv: FileInput; jsonl?: undefined } | { jsonl: FileInput; csv?: undefined });

export type BatchUploadOptions = CallOptions & {
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
};

export type RetriedRow = { row: number; values?: Record<string, unknown> };

/** A batch at the time of the request that returned it. */
export type CreatedBatch = {
  readonly id: string;
  readonly batch: Batch;
  /** Resolves with the completed batch, which may have failed rows. */
  wait(options?: WaitOptions<Batch>): Promise<Batch>;
};

export type PendingBatch = Waitable<CreatedBatch, Batch, Batch>;

/** Batches: many renders from rows of data. */
export type Batches = ReturnType<typeof batchesOf>;

export function batchesOf(api: Api) {
  const pending = (answer: Promise<{ batch: Batch }>): PendingBatch =>
    waitable(
      answer.then(({ batch }) => ({
        id: batch.id,
        batch,
        wait: (options?: WaitOptions<Batch>) => batches.wait(batch.id, options),
      })),
    );

  const sendFile = ({ csv, jsonl, ...options }: BatchFile, call: BatchUploadOptions) => {
    const { onUploadProgress, ...rest } = call;
    return api.upload(PATH, {
      ...rest,
      file: (csv ?? jsonl) as FileInput,
      contentType: csv === undefined ? 'application/x-ndjson' : 'text/csv',
      fields: { options: JSON.stringify(options) },
      onProgress: onUploadProgress,
    });
  };

  const batches = {
    /** Creates a batch from `rows`, or from a file of CSV (`csv`) or JSON lines (`jsonl`). */
    create: (request: BatchCreate | BatchFile, options: BatchUploadOptions = {}): PendingBatch =>
      pending(
        'rows' in request
          ? api.call('post', PATH, { ...options, body: request, timeoutMs: options.timeoutMs ?? 0 })
          : sendFile(request as BatchFile, options),
      ),

    get: async (id: string, options?: CallOptions): Promise<Batch> =>
      (await api.call('get', `${PATH}/{id}`, { ...options, id })).batch,

    list: (
      { cursor, ...filter }: PageQuery & { status?: Batch['status'] | undefined } = {},
      options?: ListOptions,
    ): List<Batch> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', PATH, { ...options, query });
        return { items: page.batches, nextCursor: page.next_cursor };
      }),

    /** The rows of a batch, in their order. */
    rows: (
      id: string,
      { cursor, ...filter }: PageQuery & { state?: BatchRow['state'] | undefined } = {},
      options?: ListOptions,
    ): List<BatchRow> =>
      listOf(cursor, async (next) => {
        const query = { ...filter, cursor: next };
        const page = await api.call('get', `${PATH}/{id}/rows`, { ...options, id, query });
        return { items: page.rows, nextCursor: page.next_cursor };
      }),

    /**
     * Resolves with the completed batch, which may have failed rows. Throws a `BatchFailedError` when
     * it failed or was canceled, or when it is paused until its rows are corrected.
     */
    wait: (id: string, { onProgress, ...limits }: WaitOptions<Batch> = {}): Promise<Batch> =>
      withTimeLimit(limits, `Batch ${id}`, async (signal) => {
        for (let pauseMs = POLL_MS; ; pauseMs = Math.min(pauseMs * 1.2, MAX_POLL_MS)) {
          const batch = await batches.get(id, { signal });
          onProgress?.(batch);
          if (batch.status === 'completed') return batch;
          if (isStopped(batch)) throw new BatchFailedError(batch);
          await sleep(pauseMs, signal);
        }
      }),

    pause: async (id: string, options?: CallOptions): Promise<Batch> =>
      (await api.call('post', `${PATH}/{id}/pause`, { ...options, id })).batch,

    resume: async (id: string, options?: CallOptions): Promise<Batch> =>
      (await api.call('post', `${PATH}/{id}/resume`, { ...options, id })).batch,

    cancel: async (id: string, options?: CallOptions): Promise<Batch> =>
      (await api.call('post', `${PATH}/{id}/cancel`, { ...options, id })).batch,

    /** Renders failed rows again, all or those given; `values` replace cells. */
    retry: (id: string, rows?: RetriedRow[], options?: CallOptions): PendingBatch =>
      pending(
        api.call('post', `${PATH}/{id}/retry`, {
          ...options,
          id,
          body: rows === undefined ? {} : { rows },
        }),
      ),

    /** Returns the response with all rows, sessions, addresses and errors. */
    manifest: (
      id: string,
      { format = 'json', ...options }: CallOptions & { format?: 'json' | 'csv' | undefined } = {},
    ): Promise<Response> =>
      api.open('get', `${PATH}/{id}/manifest`, { ...options, id, query: { format } }),

    /** Returns the response with a ZIP file of the videos. */
    archive: (id: string, options?: CallOptions): Promise<Response> =>
      api.open('get', `${PATH}/{id}/archive`, { ...options, id }),

    /** Removes a batch; with `sessions` also the sessions of its rows. */
    delete: async (
      id: string,
      { sessions, ...options }: CallOptions & { sessions?: boolean | undefined } = {},
    ): Promise<void> => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id, query: { sessions } });
    },
  };
  return batches;
}

/** Returns whether the batch waits for nothing but a request. */
function isStopped({ status, paused_reason }: Batch): boolean {
  if (status === 'paused') return paused_reason !== 'user';
  return status === 'failed' || status === 'canceled';
}
