import type { Api, CallOptions } from '../api.ts';
import { BatchFailedError } from '../errors.ts';
import type { ByteProgress, FileInput } from '../files.ts';
import type { Batch, BatchCreate, BatchRow, Table } from '../types.ts';
import { poll, type Waitable, type WaitOptions, waitable } from '../wait.ts';
import type { List, ListOptions, PageQuery } from './pages.ts';
import { listAt, type Resource, resourceOf } from './resource.ts';

const PATH = '/v2/batches';
const CSV_TYPE = 'text/csv';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Time for which a request of a wait is held. Progress is reported after it. */
const POLL_SECONDS = 3;

/** How a file with rows is read: `sheet` and `locale` of XLSX, `charset` and `delimiter` of CSV. */
export type TableOptions = {
  /** The name of the sheet, or its number from 1. Default: the first visible one. */
  sheet?: string | undefined;
  /** The language in which numbers and dates are written, such as `de`. */
  locale?: string | undefined;
  /** Default: UTF-8 or, if it is not, `windows-1252`. */
  charset?: string | undefined;
  /** Default: detected in the first line. */
  delimiter?: ',' | ';' | '\t' | undefined;
};

type RowFile =
  | { xlsx: FileInput; csv?: never; jsonl?: never }
  | { csv: FileInput; xlsx?: never; jsonl?: never }
  | { jsonl: FileInput; xlsx?: never; csv?: never };

/** A batch whose rows are in a file: XLSX, CSV or JSON lines. */
export type BatchFile = Omit<BatchCreate, 'rows'> & RowFile & TableOptions;

export type TableReadOptions = BatchUploadOptions &
  TableOptions & {
    /** Rows of the answer, at most 10,000. Default: 100. */
    limit?: number | undefined;
  };

export type BatchUploadOptions = CallOptions & {
  onUploadProgress?: ((progress: ByteProgress) => void) | undefined;
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

export type BatchFilter = {
  /** Batches with one of these statuses. */
  status?: Batch['status'] | readonly Batch['status'][] | undefined;
  external_id?: string | undefined;
};

type Act = (id: string, options?: CallOptions) => PendingBatch;

/** Batches: many renders from rows of data. */
export type Batches = Pick<Resource<typeof PATH, 'batch', BatchFilter>, 'list'> & {
  /** With `waitSeconds` the answer is held until the batch has another status, at most so long. */
  get(id: string, options?: CallOptions & { waitSeconds?: number | undefined }): Promise<Batch>;
  /** Creates a batch from `rows`, or from a file of XLSX (`xlsx`), CSV (`csv`) or JSON lines (`jsonl`). */
  create(request: BatchCreate | BatchFile, options?: BatchUploadOptions): PendingBatch;
  /** Reads the sheets, columns and rows of a file of XLSX or CSV, without a batch. */
  readTable(file: FileInput, options?: TableReadOptions): Promise<Table>;
  /** The rows of a batch, in their order. */
  rows(
    id: string,
    filter?: PageQuery & { state?: BatchRow['state'] | undefined },
    options?: ListOptions,
  ): List<BatchRow>;
  /**
   * Resolves with the completed batch, which may have failed rows. Throws a `BatchFailedError` when
   * it failed or was canceled, or when it is paused until its rows are corrected.
   */
  wait(id: string, options?: WaitOptions<Batch>): Promise<Batch>;
  pause: Act;
  /** Continues a paused or a canceled batch. */
  resume: Act;
  cancel: Act;
  /** Renders failed rows again, or the given failed and canceled rows; `values` replace cells of any row. */
  retry(id: string, rows?: RetriedRow[], options?: CallOptions): PendingBatch;
  /** Returns the response with all rows, sessions, addresses and errors. */
  manifest(
    id: string,
    options?: CallOptions & { format?: 'json' | 'csv' | undefined },
  ): Promise<Response>;
  /** Returns the response with a ZIP file of the videos. */
  archive(id: string, options?: CallOptions): Promise<Response>;
  /** Removes a batch; with `sessions` also the sessions of its rows. */
  delete(id: string, options?: CallOptions & { sessions?: boolean | undefined }): Promise<void>;
};

/** Returns the calls for batches. An answer with a batch can also be waited for; see `waitable`. */
export function batchesOf(api: Api): Batches {
  const pending = (answer: Promise<{ batch: Batch }>): PendingBatch =>
    waitable(
      answer.then(({ batch }) => ({
        id: batch.id,
        batch,
        wait: (options) => wait(batch.id, options),
      })),
    );
  const act =
    (action: 'pause' | 'resume' | 'cancel'): Act =>
    (id, options) =>
      pending(api.post(`${PATH}/{id}/${action}`, id, options));
  const { get, list } = resourceOf<typeof PATH, 'batch', BatchFilter>(api, PATH, 'batch');

  const wait: Batches['wait'] = (id, options) => {
    let waitSeconds: number | undefined;
    return poll(
      `Batch ${id}`,
      options,
      (signal) => {
        const waitOptions = { signal, waitSeconds };
        waitSeconds = POLL_SECONDS;
        return get(id, waitOptions);
      },
      (batch) => {
        const { status, paused_reason: reason } = batch;
        // A user who paused a batch will resume it. Other pauses need a correction.
        const isStuck = status === 'paused' && reason !== 'user';
        if (isStuck || status === 'failed' || status === 'canceled') {
          throw new BatchFailedError(batch);
        }
        return status === 'completed';
      },
    );
  };

  return {
    get,
    list,
    create: (request, { onUploadProgress: onProgress, ...options } = {}) => {
      const { xlsx, csv, jsonl, ...body } = request as BatchFile;
      const file = xlsx ?? csv ?? jsonl;
      if (file === undefined) {
        return pending(api.post(PATH, undefined, options, body as BatchCreate));
      }
      const contentType = xlsx ? XLSX_TYPE : csv ? CSV_TYPE : 'application/x-ndjson';
      const fields = { options: JSON.stringify(body) };
      return pending(api.upload(PATH, { ...options, file, contentType, fields, onProgress }));
    },
    readTable: async (
      file,
      { sheet, locale, charset, delimiter, limit, onUploadProgress: onProgress, ...options } = {},
    ) => {
      const fields = { options: JSON.stringify({ sheet, locale, charset, delimiter, limit }) };
      return (await api.upload('/v2/tables', { ...options, file, fields, onProgress })).table;
    },
    rows: (id, filter, options) => listAt(api, `${PATH}/{id}/rows`, { ...options, id, filter }),
    wait,
    pause: act('pause'),
    resume: act('resume'),
    cancel: act('cancel'),
    retry: (id, rows, options) =>
      pending(api.post(`${PATH}/{id}/retry`, id, options, rows ? { rows } : {})),
    manifest: (id, { format, ...options } = {}) =>
      api.open('get', `${PATH}/{id}/manifest`, { ...options, id, query: { format } }),
    archive: (id, options) => api.open('get', `${PATH}/{id}/archive`, { ...options, id }),
    delete: async (id, { sessions, ...options } = {}) => {
      await api.call('delete', `${PATH}/{id}`, { ...options, id, query: { sessions } });
    },
  };
}
