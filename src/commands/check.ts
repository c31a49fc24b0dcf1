import { AppError, boundedFaults, type Fault } from '../base/index.ts';
import { readConfig } from '../config.ts';
import { produceText, tryInputs } from '../produce/index.ts';
import { fetcherOf, ingestRequest, inWorkFolder, type Opened, openPackage } from './composed.ts';
import { atLocalFiles } from './local-files.ts';
import { readMappingFile } from './mapping-file.ts';
import { print } from './output.ts';

/** Checks a mapping as `POST /v2/mappings/validate` does. The exit code is 1 when it has faults. */
export async function checkCommand(
  file: string,
  options: { mapping?: string; json?: boolean },
): Promise<void> {
  const opened = await openPackage(file, await readMappingFile(options.mapping));
  const { faults: all, warnings, fit } = await preview(opened);
  const { faults: errors, more } = boundedFaults(atLocalFiles(all, opened.files));
  const valid = errors.length === 0;
  const result = { valid, errors, ...(more > 0 && { more_errors: more }), warnings, fit };
  print(options.json, result, () => [
    ...errors.map(({ message, pointer }) => `error: ${pointer}: ${message}`),
    ...(more > 0 ? [`error: ${more} more errors`] : []),
    ...warnings.map(({ message }) => `warning: ${message}`),
    valid ? 'The mapping is valid.' : 'The mapping is not valid.',
  ]);
  if (!valid) process.exitCode = 1;
}

/** Ingests the files and lays out the texts of all entries that have no fault. */
async function preview(opened: Opened): Promise<Awaited<ReturnType<typeof produceText>>> {
  const { template, mapping, faults } = opened;
  const config = readConfig(process.env);
  return inWorkFolder(async (folder, signal) => {
    await using fetcher = fetcherOf(config);
    const tried = await tryInputs(ingestRequest(opened, fetcher, folder), signal);
    const before: Fault[] = [...faults, ...tried.faults];
    try {
      const { fontDirs } = config;
      const seen = await produceText(template, mapping, tried.ingested, folder, fontDirs);
      return { ...seen, faults: [...before, ...seen.faults] };
    } catch (error) {
      // Without its font no text can be laid out.
      if (!(error instanceof AppError) || error.status !== 422) throw error;
      return { faults: [...before, ...error.faults], fit: {}, warnings: [] };
    }
  });
}
