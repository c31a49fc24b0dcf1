import { RasteriserPool } from '../raster/index.ts';
import { silentLog } from '../system/index.ts';
import { IsolatedTasks, type IsolatedTasksOptions } from './isolated-tasks.ts';

/** Starts isolated processes and rasterisers for the store in a folder. */
export function isolatedFor(
  filesFolder: string,
  changes: Partial<IsolatedTasksOptions> = {},
): IsolatedTasks & AsyncDisposable {
  const rasterisers = new RasteriserPool(1);
  const isolated = new IsolatedTasks({
    settings: {
      filesFolder,
      fontFolders: [],
      stallMs: 60_000,
      rasteriserMemoryBytes: 2 ** 32,
      loudnessTargetLufs: null,
    },
    memoryBytes: 2 ** 31,
    cpuSeconds: 60,
    jobs: 1,
    requests: 2,
    log: silentLog,
    rasterisers,
    stillRasterisers: rasterisers,
    ...changes,
  });
  const end = isolated[Symbol.asyncDispose].bind(isolated);
  return Object.assign(isolated, {
    [Symbol.asyncDispose]: async () => {
      await end();
      await rasterisers[Symbol.asyncDispose]();
    },
  });
}
