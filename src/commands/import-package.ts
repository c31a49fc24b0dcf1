import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Config } from '../config/index.ts';
import {
  type FetchFont,
  importTemplate,
  type PackageChoice,
  readPackageFile,
  type TemplatePackage,
} from '../import/index.ts';
import { Fetcher, fetchWithinBudget, parseAddressPolicy } from '../media/fetch/index.ts';
import type { Template } from '../template/index.ts';

/** The options of commands that import a package. */
export type PackageOptions = PackageChoice & { offline?: boolean };

/** Reads the file or folder of a package, or the part of it that the options choose. */
export function readChosen(file: string, { animation, theme }: PackageOptions) {
  return readPackageFile(file, { animation, theme });
}

/** Imports a package. Fonts are fetched unless the options or the configuration turn it off. */
export async function importPackage(
  source: TemplatePackage,
  { offline = false }: PackageOptions,
  config: Config,
): Promise<Template> {
  if (offline) return importTemplate(source, { fetchFont: refuseFonts('--offline is used.') });
  if (!config.fetchFonts)
    return importTemplate(source, { fetchFont: refuseFonts('FRAMEPRESS_FETCH_FONTS is off.') });
  const folder = await mkdtemp(join(tmpdir(), 'framepress-fonts-'));
  try {
    await using fetcher = fetcherOf(config);
    const fetchFont = fetchWithinBudget(fetcher, folder);
    return await importTemplate(source, {
      fetchFont: async (url) => readFile(await fetchFont(url)),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a function that fetches no font, for the reason that the error names. */
function refuseFonts(reason: string): FetchFont {
  return async () => {
    throw new AppError('unavailable', reason);
  };
}

/** Returns a fetcher with the address rules and limits of the configuration. Dispose it after use. */
export function fetcherOf(config: Config): Fetcher {
  return new Fetcher({
    allow: parseAddressPolicy(config.fetchAllow),
    maxBytes: config.fetchMaxBytes,
    timeoutMs: config.fetchTimeoutMs,
  });
}
