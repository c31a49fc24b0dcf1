import { copyFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../base/index.ts';
import { readConfig } from '../config/index.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { withDatabase } from '../service/index.ts';
import { openStore } from '../storage/index.ts';
import { sha256 } from '../system/index.ts';
import { groupFindings } from '../template/index.ts';
import { inWorkFolder } from './composed.ts';
import { importPackage, type PackageOptions } from './import-package.ts';
import { findingLine } from './inspect/content-lines.ts';
import { print } from './output.ts';
import { packTemplate } from './pack.ts';

/** Stores a package like an upload does. A service with the same data folder imports it. */
export async function templateAddCommand(
  file: string,
  options: { name?: string; language: string; dataDir?: string; json?: boolean } & PackageOptions,
): Promise<void> {
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: options.dataDir });
  const id = newId('tsv');
  const packageKey = `versions/${id}/package`;
  const { warnings } = await inWorkFolder(async (folder) => {
    // Import the package first, so that its errors are reported immediately.
    const { path, label, source } = await packTemplate(file, options, folder);
    const template = await importPackage(source, options, config);
    await withDatabase(config, async (db) => {
      const copy = join(config.dataDir, `${id}.part`);
      await copyFile(path, copy);
      await (await openStore(config)).store.put(packageKey, copy);
      await db.templateVersions.insert({
        id,
        accountId: DEFAULT_ACCOUNT,
        language: options.language,
        name: options.name ?? template.name,
        packageKey,
        packageLabel: label,
        animation: options.animation,
        theme: options.theme,
        packageBytes: (await stat(path)).size,
        digest: sha256(await readFile(path)),
      });
    });
    return template;
  });
  print(options.json, { template_style_version_id: id, warnings }, () => [
    `template_style_version_id: ${id}`,
    ...groupFindings(warnings).map(findingLine),
  ]);
}
