import type { Fault } from '../base/index.ts';
import type { NewUpload, TemplateVersion } from '../database/index.ts';
import type { PathValues } from '../delivery/index.ts';
import type { OutputSettings } from '../output/index.ts';
import { previewFaults, settleOutputs, type Wanted } from './outputs.ts';
import { type PlannedTarget, planUploads } from './planned-deliveries.ts';
import { createRequest, MAX_UPLOADS } from './request-schema.ts';
import type { SessionContext } from './session-context.ts';

/** The fields of a request that decide the files of a session. */
type FilesRequest = { output?: unknown; preview?: unknown; external_uploads?: unknown };

type FilesToPlan = {
  context: SessionContext;
  accountId: string;
  version: TemplateVersion | undefined;
  /** The captions of the mapping, whose shape was checked. */
  captions: unknown;
  request: FilesRequest;
  values: PathValues;
};

export type PlannedFiles = {
  wantedOutputs: Wanted[];
  outputs: OutputSettings[];
  deliveries: NewUpload[];
  targets: PlannedTarget[];
  faults: Fault[];
};

/**
 * Checks the outputs of a session, its preview and its uploads. Fields with a wrong shape count as
 * empty: the schema reports them.
 */
export async function planFiles(plan: FilesToPlan): Promise<PlannedFiles> {
  const { context, accountId, version, captions, request, values } = plan;
  const missingEncoders = await context.config.missingEncoders?.();
  const { wantedOutputs, settled, faults } = settleOutputs(
    request.output,
    version,
    missingEncoders,
  );
  const { external_uploads: requests } = request;
  const uploadRequests = Array.isArray(requests) ? requests.slice(0, MAX_UPLOADS) : [];
  const files = { version, outputs: settled, captions };
  const planned = await planUploads({
    context,
    accountId,
    requests: uploadRequests,
    files,
    values,
  });
  return {
    wantedOutputs,
    outputs: settled,
    deliveries: planned.deliveries,
    targets: planned.targets,
    faults: [
      ...faults,
      ...previewFaults(request.preview, wantedOutputs, version),
      ...planned.faults,
    ],
  };
}

/** Returns the values of the placeholders in upload targets, from unchecked fields of a session. */
export function placeholderValues(
  id: string,
  { title, external_id: externalId, metadata }: Readonly<Record<string, unknown>>,
): PathValues {
  return {
    id,
    title: typeof title === 'string' ? title : '',
    externalId: typeof externalId === 'string' ? externalId : null,
    metadata: createRequest.shape.metadata.safeParse(metadata).data ?? {},
  };
}
