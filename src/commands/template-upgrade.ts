import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import { type Config, readConfig } from '../config/index.ts';
import type { Database } from '../database/index.ts';
import { IMPORTER_VERSION } from '../import/index.ts';
import { type Upgrade, type UpgradeContext, upgradeTemplate } from '../jobs/index.ts';
import type { Fetcher } from '../media/fetch/index.ts';
import { IsolatedTasks } from '../produce/index.ts';
import { RasteriserPool } from '../raster/index.ts';
import { withDatabase } from '../service/index.ts';
import { type OpenedStore, openStore } from '../storage/index.ts';
import { silentLog, toAppError } from '../system/index.ts';
import { fetcherOf } from './import-package.ts';
import { print } from './output.ts';
import { Interruption } from './program/interruption.ts';
import { ReportedFailure } from './program/reported-failure.ts';

type UpgradeOptions = { all?: boolean; force?: boolean; dataDir?: string; json?: boolean };

type Outcome = { id: string; name: string; from: number | null } & (
  | { status: 'current' }
  | ({ status: 'upgraded' | 'refused' } & Omit<Upgrade, 'isDone'>)
  | { status: 'failed'; error: AppError }
);

/**
 * Imports stored versions again with the current importer. A running service uses the result
 * immediately.
 */
export async function templateUpgradeCommand(
  versionIds: readonly string[],
  { all: isAll = false, force = false, dataDir, json }: UpgradeOptions,
): Promise<void> {
  if (isAll === versionIds.length > 0) {
    throw new AppError('invalid_request', 'Expected either ids of template versions or --all.', {
      hint: 'Example: framepress template upgrade tsv_1 tsv_2, or framepress template upgrade --all.',
    });
  }
  const config = readConfig(process.env, { FRAMEPRESS_DATA_DIR: dataDir });
  using stop = new Interruption();
  const outcomes = await withDatabase(config, async (db) => {
    const ids = isAll ? await db.templateVersions.importedBefore(IMPORTER_VERSION) : versionIds;
    return upgradeAll(db, [...new Set(ids)], { config, force }, stop.signal);
  });
  print(json, { importer_version: IMPORTER_VERSION, versions: outcomes.map(toJson) }, () =>
    outcomes.length === 0 ? ['All versions are up to date.'] : outcomes.flatMap(toLines),
  );
  if (outcomes.some(({ status }) => status === 'failed' || status === 'refused'))
    throw new ReportedFailure();
}

/** Upgrades versions one after another. The failure of one does not stop the others; a signal does. */
async function upgradeAll(
  db: Database,
  ids: readonly string[],
  { config, force }: { config: Config; force: boolean },
  signal: AbortSignal,
): Promise<Outcome[]> {
  const { store, filesFolder } = await openStore(config);
  const folder = await mkdtemp(join(tmpdir(), 'framepress-upgrade-'));
  try {
    await using rasterisers = new RasteriserPool(config.workers, {
      maxMemoryBytes: config.rasteriserMemoryBytes,
    });
    await using fetcher = fetcherOf(config);
    await using isolated = openIsolatedTasks(config, { store, filesFolder, rasterisers, fetcher });
    const context = { db, isolated, folder, force, store };
    const outcomes: Outcome[] = [];
    for (const id of ids) outcomes.push(await upgradeOne(id, context, signal));
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Parts = OpenedStore & { rasterisers: RasteriserPool; fetcher: Fetcher };

/** Returns the isolated processes of this command, with the limits of the service's configuration. */
function openIsolatedTasks(
  config: Config,
  { store, filesFolder, rasterisers, fetcher }: Parts,
): IsolatedTasks {
  const { stallMs, rasteriserMemoryBytes, loudnessTargetLufs = null } = config;
  return new IsolatedTasks({
    settings: {
      filesFolder,
      fontFolders: config.fontDirs,
      stallMs,
      rasteriserMemoryBytes,
      loudnessTargetLufs,
    },
    memoryBytes: config.taskMemoryBytes,
    cpuSeconds: config.taskCpuSeconds,
    jobs: 1,
    niceness: config.renderNiceness,
    requests: 1,
    rasterisers,
    stillRasterisers: rasterisers,
    store,
    log: silentLog,
    ...(config.fetchFonts && { fontFetcher: () => fetcher }),
  });
}

/**
 * Upgrades a version unless it is up to date. An error of the import is its outcome; a signal throws its
 * reason.
 */
async function upgradeOne(
  id: string,
  context: UpgradeContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const version = await context.db.templateVersions.find(id);
  const versionFields = { id, name: version?.name ?? '', from: version?.importerVersion ?? null };
  try {
    if (!version) {
      throw new AppError('not_found', `There is no template version ${JSON.stringify(id)}.`, {
        hint: 'Upgrade all versions with --all.',
      });
    }
    const isWhole = version.examples !== null && version.packageFonts !== null;
    if (isWhole && (version.importerVersion ?? -1) >= IMPORTER_VERSION)
      return { ...versionFields, status: 'current' };
    const folder = join(context.folder, 'version');
    const { isDone, ...upgrade } = await upgradeTemplate(version, { ...context, folder }, signal);
    return { ...versionFields, status: isDone ? 'upgraded' : 'refused', ...upgrade };
  } catch (error) {
    signal.throwIfAborted();
    return { ...versionFields, status: 'failed', error: toAppError(error) };
  }
}

/** Returns an outcome as JSON. */
function toJson(outcome: Outcome): object {
  const { id, name, from, status } = outcome;
  const versionFields = {
    template_style_version_id: id,
    name,
    status,
    importer_version_before: from,
  };
  if (status === 'current') return versionFields;
  if (status === 'failed') return { ...versionFields, errors: outcome.error.faults };
  const { editables, warnings, mappingsLeftOver } = outcome;
  return { ...versionFields, editables, warnings, mappings_left_over: mappingsLeftOver };
}

/** Returns an outcome as lines. */
function toLines(outcome: Outcome): string[] {
  const { id, name, status } = outcome;
  const title = name === '' ? id : `${id} ${JSON.stringify(name)}`;
  if (status === 'current') return [`${title}: up to date`];
  if (status === 'failed') {
    return outcome.error.faults.flatMap(({ message, hint }) => [
      `${title}: not upgraded: ${message}`,
      ...(hint === undefined ? [] : [`  hint: ${hint}`]),
    ]);
  }
  const { editables, warnings, mappingsLeftOver, importerVersion, from } = outcome;
  const steps = `importer version ${from ?? 'unknown'} to ${importerVersion}`;
  const fill = mappingsLeftOver === 1 ? '1 mapping fills' : `${mappingsLeftOver} mappings fill`;
  const sentence = `${fill} editables that the upgrade removes or whose type it changes`;
  return [
    status === 'upgraded' ? `${title}: upgraded, ${steps}` : `${title}: not upgraded: ${sentence}`,
    ...editables.added.map((editable) => `  added editable ${JSON.stringify(editable)}`),
    ...editables.removed.map((editable) => `  removed editable ${JSON.stringify(editable)}`),
    ...editables.changed.map(
      ({ name: editable, fields }) =>
        `  changed editable ${JSON.stringify(editable)}: ${fields.join(', ')}`,
    ),
    ...warnings.added.map((message) => `  new warning: ${message}`),
    ...warnings.removed.map((message) => `  removed warning: ${message}`),
    ...(status === 'refused' ? ['  hint: Change these mappings, or upgrade with --force.'] : []),
  ];
}
