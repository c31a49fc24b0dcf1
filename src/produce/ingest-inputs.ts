import { AppError, defined, type Fault, fault, MAX_FAULTS, say } from '../base/index.ts';
import { MAX_CAPTION_BYTES } from '../captions/index.ts';
import { type AssetPaths, pathOfAsset } from '../compose/index.ts';
import {
  type AudioSource,
  type ParsedMapping,
  unknownUpload,
  type WantedFile,
  wantedFiles,
} from '../mapping/index.ts';
import type { FileFetcher } from '../media/fetch/index.ts';
import { type FileOrigin, ingest } from '../media/file/index.ts';
import { MAX_FONT_BYTES } from '../media/font/index.ts';
import { noSpeechError } from '../speech/index.ts';
import { type ProbedInput, probeInput } from './probe-file.ts';
import type { Speak } from './speech/speak.ts';

/** `url` is the final address after redirects, without query; absent for a file that was not fetched. */
type ArrivedInput = { sha256: string; bytes: number; url?: string };

type IngestedInput = Pick<WantedFile, 'editable' | 'fonts'> & {
  /** `from`: captions whose words come from audio. */
  source: AudioSource | { from: string };
} & ArrivedInput &
  ProbedInput;

/**
 * A mapping's files, by the JSON Pointer of their entry. Plain data that a session stores. It names files by
 * SHA-256, and an `AssetPaths` table has their paths.
 */
export type IngestedAssets = Record<string, IngestedInput>;

/** Ingested files and their paths on this machine. */
export type IngestedInputs = { ingested: IngestedAssets; paths: AssetPaths };

/** An ingested file with its path, for the code that opens it. */
export type LocatedInput = IngestedInput & { path: string };

/** Ingested inputs by JSON pointer, with the paths of their files on this machine. */
export function locateInputs({ ingested, paths }: IngestedInputs): [string, LocatedInput][] {
  return Object.entries(ingested).map(([pointer, input]) => [
    pointer,
    { ...input, path: pathOfAsset(paths, input.sha256) },
  ]);
}

export type InputSources = {
  fetcher: FileFetcher;
  /** The path of an upload of the account; undefined when there is none. */
  upload: (id: string) => Promise<string | undefined>;
  /** Speaks a text; undefined: that is not possible here. */
  speak?: Speak;
  /** Probes a file and checks that it can be used; by default in this process. */
  probe?: typeof probeInput;
};

type IngestRequest = {
  mapping: ParsedMapping;
  sources: InputSources;
  folder: string;
  /** Inputs that an earlier attempt has fetched. */
  known?: IngestedInputs;
  /** Receives the fetched share of all files, 0–1. */
  onProgress?: (share: number) => void;
};

const AT_ONCE = 4;

/**
 * Fetches and checks every file of a mapping, and stores each as `folder`/<sha256>. It stops after
 * `MAX_FAULTS` failed files. Pointers of faults are those of a request with a `mapping`.
 */
export async function tryInputs(
  { mapping, sources, folder, known: knownInputs, onProgress }: IngestRequest,
  signal?: AbortSignal,
): Promise<IngestedInputs & { faults: Fault[] }> {
  const files = wantedFiles(mapping);
  const ingested = new Map<string, IngestedInput>();
  const paths: Record<string, string> = { ...knownInputs?.paths };
  const faults: Fault[] = [];
  const queue = [...files.entries()];
  const shares = files.map(() => 0);
  const report = (index: number, share: number) => {
    shares[index] = share;
    onProgress?.(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  };
  const take = () => (faults.length < MAX_FAULTS ? queue.shift() : undefined);
  const work = async () => {
    for (let next = take(); next; next = take()) {
      const [index, file] = next;
      const { pointer, editable, fonts, source } = file;
      try {
        const knownInput = knownInputs?.ingested[pointer];
        if (knownInput) {
          ingested.set(pointer, knownInput);
          report(index, 1);
          continue;
        }
        const onBytes = (bytes: number, total = bytes * 2) => report(index, bytes / total);
        const { path, ...arrived } = await ingestOne({ file, sources, folder, onBytes }, signal);
        paths[arrived.sha256] = path;
        ingested.set(pointer, { fonts, source, ...defined({ editable }), ...arrived });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'canceled') throw error;
        const [field = ''] = Object.keys(source);
        const details = { pointer: `/mapping${pointer}/source/${field}`, ...defined({ editable }) };
        faults.push(...error.faults.map((f) => ({ ...f, ...details })));
      }
      report(index, 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  signal?.throwIfAborted();
  if (queue.length > 0) faults.push(skippedInputsFault(queue.length, faults));
  // In the order of the mapping, not of arrival.
  const inOrder = files.flatMap(({ pointer }) => {
    const input = ingested.get(pointer);
    return input ? [[pointer, input] as const] : [];
  });
  return { ingested: Object.fromEntries(inOrder), paths, faults };
}

/** The fault for files that were not checked; its code is that of the first fault. */
function skippedInputsFault(count: number, [first]: readonly Fault[]): Fault {
  const { code, retryable } = first ?? { code: 'internal', retryable: true };
  const message = say`${count} more files were not checked, because too many files cannot be used.`;
  return fault(code, message, {
    pointer: '/mapping',
    hint: 'Fix these faults and try again. Then the other files are checked.',
    retryable,
  });
}

/** Like `tryInputs`, but throws one AppError with all faults when a file fails. */
export async function ingestInputs(
  request: IngestRequest,
  signal?: AbortSignal,
): Promise<IngestedInputs> {
  const { faults, ...inputs } = await tryInputs(request, signal);
  if (faults.length > 0) throw AppError.fromFaults(faults);
  return inputs;
}

/** The largest files of some kinds. */
const MAX_BYTES: ReadonlyMap<WantedFile['kind'], number> = new Map([
  ['font', MAX_FONT_BYTES],
  ['captions', MAX_CAPTION_BYTES],
]);

type IngestOneRequest = {
  file: WantedFile;
  sources: InputSources;
  folder: string;
  onBytes: (bytes: number, total: number | undefined) => void;
};

/**
 * Fetches a file or copies an upload into the folder, and probes it. `onBytes` reports the bytes of a
 * fetch.
 */
async function ingestOne(
  { file, sources, folder, onBytes }: IngestOneRequest,
  signal: AbortSignal | undefined,
): Promise<ProbedInput & ArrivedInput & { path: string }> {
  const { kind, editable, source } = file;
  const { fetcher, upload, speak, probe = probeInput } = sources;
  if ('speech' in source) {
    if (!speak) throw noSpeechError();
    const whenStopped = signal ?? new AbortController().signal;
    return { kind: 'audio', ...(await speak(source.speech, folder, whenStopped)) };
  }
  const reported = { dir: folder, ...defined({ editable }) };
  const origin: FileOrigin =
    'remote_url' in source
      ? { ...reported, url: source.remote_url, fetcher, onProgress: onBytes }
      : { ...reported, path: uploadPath(file, await upload(source.upload_id)) };
  const limits = { ...defined({ maxBytes: MAX_BYTES.get(kind) }) };
  return ingest(origin, limits, (arrived) => probe({ ...arrived, kind }, signal), signal);
}

/** Throws the fault of an unknown upload if there is no path. */
function uploadPath(file: WantedFile, path: string | undefined): string {
  if (path === undefined) throw AppError.fromFaults([unknownUpload(file)]);
  return path;
}
