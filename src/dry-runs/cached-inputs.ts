import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../base/index.ts';
import { type ParsedMapping, type WantedFile, wantedFiles } from '../mapping/index.ts';
import {
  type IngestedAssets,
  type IngestedInputs,
  type InputSources,
  ingestInputs,
} from '../produce/index.ts';
import type { StepCache } from '../storage/index.ts';
import { systemClock } from '../system/index.ts';

/** The file of an entry. */
const FILE = 'input';
/** An address is fetched again after this time, since its content may change. */
const ADDRESS_MS = 10 * 60_000;

type IngestedInput = IngestedAssets[string];
type Facts = Omit<IngestedInput, 'fonts' | 'source' | 'editable'>;

type CachedInputsRequest = {
  mapping: ParsedMapping;
  sources: InputSources;
  /** For files that are fetched now. */
  folder: string;
  cache: StepCache;
};

/**
 * Returns a mapping's files from the account's step cache. Other files are ingested and added to it.
 * Throws like `ingestInputs`. All paths are below the cache's folder.
 */
export async function cachedInputs(
  { mapping, sources, folder, cache }: CachedInputsRequest,
  signal: AbortSignal,
): Promise<IngestedInputs> {
  const nowMs = systemClock.nowMs();
  const files = wantedFiles(mapping);
  const ingested: Record<string, IngestedInput> = {};
  const paths: Record<string, string> = {};
  for (const file of files) {
    const key = keyOf(file, nowMs);
    const step = key && (await cache.find<Facts>(key));
    if (!step) continue;
    ingested[file.pointer] = inputOf(file, step.facts);
    paths[step.facts.sha256] = join(step.folder, FILE);
  }
  const missing = files.filter(({ pointer }) => ingested[pointer] === undefined);
  if (missing.length === 0) return { ingested, paths };
  const knownInputs = { ingested, paths };
  const inputs = await ingestInputs({ mapping, sources, folder, known: knownInputs }, signal);
  const keptPaths: Record<string, string> = { ...inputs.paths };
  for (const file of missing) {
    const input = inputs.ingested[file.pointer];
    if (!input) continue;
    const { fonts: _fonts, source: _source, editable: _editable, ...facts } = input;
    const path = inputs.paths[facts.sha256] ?? '';
    const key = keyOf(file, nowMs) ?? ['made', facts.sha256];
    const step = await cache.run(key, async (dir) => {
      await link(path, join(dir, FILE)).catch(() => copyFile(path, join(dir, FILE)));
      return facts as Facts;
    });
    keptPaths[facts.sha256] = join(step.folder, FILE);
  }
  return { ingested: inputs.ingested, paths: keptPaths };
}

/** The content of an upload never changes. Undefined for spoken texts, which have a store of their own. */
function keyOf({ kind, source }: WantedFile, nowMs: number): unknown[] | undefined {
  if ('speech' in source) return undefined;
  if ('upload_id' in source) return ['upload', kind, source.upload_id];
  return ['address', kind, source.remote_url, Math.floor(nowMs / ADDRESS_MS)];
}

function inputOf({ editable, fonts, source }: WantedFile, facts: Facts): IngestedInput {
  return { fonts, source, ...defined({ editable }), ...facts } as IngestedInput;
}
