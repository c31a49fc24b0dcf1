import { AppError, boundedFaults, type Fault } from '../base/index.ts';
import { readConfig } from '../config/index.ts';
import {
  hearWords,
  localListener,
  type Produced,
  produceText,
  tryInputs,
} from '../produce/index.ts';
import { ingestRequest, inWorkFolder, openPackage, type PackageRequest } from './composed.ts';
import { fetcherOf, type PackageOptions } from './import-package.ts';
import { atLocalFiles } from './local-files.ts';
import { readMappingFile } from './mapping-file.ts';
import { print } from './output.ts';
import { ReportedFailure } from './program/reported-failure.ts';

/** Checks a mapping as `POST /v2/mappings/validate` does. The exit code is 1 when it has faults. */
export async function checkCommand(
  file: string,
  options: { mapping?: string; json?: boolean } & PackageOptions,
): Promise<void> {
  const mapping = await readMappingFile(options.mapping);
  const result = await checkPackage({
    file,
    mapping,
    config: readConfig(process.env),
    choice: options,
  });
  const { valid, errors, more_errors: more = 0, warnings } = result;
  print(options.json, result, () => [
    ...errors.flatMap(({ message, pointer = '', hint }) => [
      `error: ${pointer}: ${message}`,
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ]),
    ...(more > 0 ? [`error: ${more} more errors`] : []),
    ...warnings.map(({ message }) => `warning: ${message}`),
    valid ? 'The mapping is valid.' : 'The mapping is not valid.',
  ]);
  if (!valid) throw new ReportedFailure();
}

type CheckResult = { valid: boolean; errors: Fault[]; more_errors?: number } & Findings;
type Findings = Pick<Produced, 'warnings' | 'fit'>;

/** Returns the response of `POST /v2/mappings/validate`. Pointers refer to the mapping file. */
export async function checkPackage(request: PackageRequest): Promise<CheckResult> {
  const opened = await openPackage(request);
  const { template, mapping, files, faults } = opened;
  const { warnings, fit, ...result } = await inWorkFolder(async (folder, signal) => {
    await using fetcher = fetcherOf(request.config);
    const { config } = request;
    const ingesting = ingestRequest(opened, { fetcher, config, folder });
    const { faults: ofMedia, ...media } = await tryInputs(ingesting, signal);
    const hearing = { mapping, inputs: media, folder: ingesting.folder };
    const listener = localListener(config.transcription, template);
    const { faults: ofWords, ...inputs } =
      ofMedia.length > 0 ? { ...media, faults: [] } : await hearWords(hearing, listener, signal);
    const unusable = [...ofMedia, ...ofWords];
    const produce = { template, mapping, ...inputs, folder, fontFolders: request.config.fontDirs };
    const produced = await produceText(produce, signal).catch(withoutFont);
    return { ...produced, faults: [...unusable, ...produced.faults] };
  });
  const allFaults = [...faults, ...atLocalFiles(result.faults, files)];
  const { faults: errors, more } = boundedFaults(allFaults);
  return {
    valid: errors.length === 0,
    errors,
    ...(more > 0 && { more_errors: more }),
    warnings,
    fit,
  };
}

/** A text without its font has no layout: only the fault of the font is found. */
function withoutFont(error: unknown): { faults: Fault[] } & Findings {
  if (!(error instanceof AppError) || error.status !== 422) throw error;
  return { faults: [...error.faults], fit: {}, warnings: [] };
}
