import { join } from 'node:path';
import { OpenWorkflow, type Worker } from 'openworkflow';
import { BackendSqlite } from 'openworkflow/sqlite';
import { setBusyTimeout } from './workflow-file.ts';

export const IMPORT = 'import-template';

export type StepApi = Parameters<Parameters<OpenWorkflow['defineWorkflow']>[1]>[0]['step'];

export type Lane = ReturnType<typeof laneOf>;

/** Renders of one priority. The worker is missing where there is none. */
export function laneOf(
  backend: BackendSqlite,
  run: (input: { id: string; starts: number }, step: StepApi) => Promise<null>,
) {
  const workflows = new OpenWorkflow({ backend });
  const render = workflows.defineWorkflow<{ id: string; starts: number }, null>(
    { name: 'render-session' },
    ({ input, step }) => run(input, step),
  );
  const worker = undefined as Worker | undefined;
  return { backend, workflows, render, worker };
}

/** Tells the worker of a data folder, wherever it runs, of a version that was added beside it. */
export async function enqueueImport(dataFolder: string, versionId: string): Promise<void> {
  const backend = BackendSqlite.connect(join(dataFolder, 'workflows.sqlite'));
  try {
    setBusyTimeout(backend);
    await new OpenWorkflow({ backend }).runWorkflow(
      { name: IMPORT },
      { id: versionId },
      { idempotencyKey: versionId },
    );
  } finally {
    await backend.stop();
  }
}
