import { basename, join } from 'node:path';
import { AppError, type Gate } from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';
import type { IsolatedTasks } from '../../produce/index.ts';
import { StepCache } from '../../storage/index.ts';

type FontOptions = {
  isolated: IsolatedTasks;
  /** Contains the step cache of each account. */
  cacheFolder: string;
};

/**
 * Returns the key of the file of a template's font below the cache's folder. Throws `not_found` for a
 * font that the template does not bring.
 */
export async function findTemplateFont(
  { version, name }: { version: TemplateVersion; name: string },
  { isolated, cacheFolder }: FontOptions,
  gate: Gate,
  signal: AbortSignal,
): Promise<string> {
  const { accountId, id, digest, templateDigest } = version;
  const cache = new StepCache(join(cacheFolder, accountId));
  const key = ['template font', id, digest, templateDigest, name];
  const make = () =>
    cache.run(key, async (dir) => {
      const file = await isolated.ofVersion(
        'writeTemplateFont',
        version,
        { name, folder: dir },
        signal,
      );
      if (file === null) throw unknownFont(name);
      return { file };
    });
  const { facts, folder } =
    (await cache.find<{ file: string }>(key)) ?? (await gate.through(accountId, make, signal));
  return `${accountId}/${basename(folder)}/${facts.file}`;
}

function unknownFont(name: string): AppError {
  return new AppError(
    'not_found',
    `The template does not contain the font ${JSON.stringify(name)}.`,
    {
      hint: 'GET /v2/template_style_versions/{id}/specs lists the fonts. Some are those of the service.',
    },
  );
}
