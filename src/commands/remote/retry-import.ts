import { setTimeout as sleep } from 'node:timers/promises';
import { ImportFailedError } from '@framepress/client';
import { print } from '../output.ts';
import { importError } from './push.ts';
import { withRemote } from './remote-client.ts';

const POLL_MS = 500;

/** Imports a version again whose import has failed, and waits until it can be rendered. */
export async function retryImport(id: string, { json }: { json?: boolean }): Promise<void> {
  await withRemote(async (framepress) => {
    let version = await framepress.versions.retry(id);
    while (version.status === 'processing' || version.status === 'demo_rendering') {
      await sleep(POLL_MS);
      version = await framepress.versions.get(id);
    }
    if (version.status === 'failed') throw importError(new ImportFailedError(version));
    const { status, report } = version;
    print(json, { template_style_version_id: id, status, warnings: report.warnings }, () => [
      `template_style_version_id: ${id}`,
      `status: ${status}`,
    ]);
  });
}
