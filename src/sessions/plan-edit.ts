import {
  AppError,
  defined,
  type Fault,
  fault,
  joinFaults,
  withNearestFields,
  zodFaults,
} from '../base/index.ts';
import type { Caller, DraftEdit, RenderSession } from '../database/index.ts';
import type { ParsedMapping } from '../mapping/index.ts';
import { DEFAULT_FORMAT } from '../output/index.ts';
import { captionTrackOf, captionTracksOf } from './caption-deliveries.ts';
import { findVersion } from './check-mapping.ts';
import { withoutMappingId } from './mapping-id.ts';
import { previewOf } from './outputs.ts';
import { type PlannedFiles, placeholderValues, planFiles } from './planned-files.ts';
import { createRequest, editRequest } from './request-schema.ts';
import { type RequestedMapping, requestedMapping } from './requested-mapping.ts';
import type { SessionContext } from './session-context.ts';
import { EDIT_HINTS, statusConflict } from './status-conflict.ts';

const MAPPING_FIELDS = ['mapping', 'mapping_id', 'mapping_changes', 'template_style_version_id'];
const FILE_FIELDS = ['output', 'preview', 'external_uploads'];
const DRAFT_FIELDS = [...MAPPING_FIELDS, ...FILE_FIELDS, 'priority'];
/** The fields of a session that a web page with an edit token may not change. */
const OWNER_FIELDS = ['metadata', 'external_id', 'mapping_id', 'template_style_version_id'];

/** Entries to set; null removes an entry. */
type MetadataChanges = Readonly<Record<string, string | null>>;

export type EditPlan = {
  title?: string | undefined;
  externalId?: string | null | undefined;
  metadata?: MetadataChanges | undefined;
  draft?: Omit<DraftEdit, 'mapping'> & { mapping?: CheckedMapping };
};

type CheckedMapping = {
  body: NonNullable<RequestedMapping['mapping']>;
  parsed: ParsedMapping;
  missingEditables: string[];
  warnings: RequestedMapping['warnings'];
};

/** Checks a change of a session like a new session. Throws all its faults together. */
export async function planEdit(
  context: SessionContext,
  caller: Caller,
  session: RenderSession,
  request: Record<string, unknown>,
): Promise<EditPlan> {
  const { body, faults: ofId } = withoutMappingId(request, session);
  if (caller.editor) refuseOwnerFields(body);
  const isOfDraft = DRAFT_FIELDS.some((field) => body[field] !== undefined);
  if (isOfDraft && session.status !== 'draft') throw statusConflict(session, 'a draft', EDIT_HINTS);
  const parsed = editRequest.safeParse(body, withNearestFields());
  const requested = await mappingOf(context, caller, session, body);
  const files = await filesOf(context, session, body, requested);
  const faults = joinFaults(parsed.success ? [] : zodFaults(parsed.error.issues, body), [
    ...(requested?.faults ?? []),
    ...files.faults,
    ...ofId,
  ]);
  if (faults.length > 0 || !parsed.success) throw AppError.fromFaults(faults);
  const { title, external_id: externalId, metadata, output, preview, priority } = parsed.data;
  const { wantedOutputs, deliveries } = files;
  const mapping = requested && checkedMapping(requested);
  return {
    title,
    externalId,
    metadata,
    ...(isOfDraft && {
      draft: {
        ...(mapping && { mapping }),
        ...(output !== undefined && { wantedOutputs }),
        ...(preview !== undefined && { preview: previewOf(preview) }),
        ...defined({ priority }),
        ...(body['external_uploads'] !== undefined && { deliveries }),
      },
    }),
  };
}

/** Returns the metadata of a session with changes. Throws if there are too many entries then. */
export function withMetadata(
  current: Readonly<Record<string, string>>,
  changes: MetadataChanges,
): Record<string, string> {
  const metadata = mergeMetadata(current, changes);
  const parsed = createRequest.shape.metadata.safeParse(metadata);
  if (parsed.success) return metadata;
  throw AppError.fromFaults(zodFaults(parsed.error.issues, metadata, '/metadata'));
}

/** Returns the metadata with changes; null removes an entry. */
function mergeMetadata(current: Readonly<Record<string, string>>, changes: MetadataChanges) {
  const entries = Object.entries<string | null>({ ...current, ...changes });
  return Object.fromEntries(
    entries.flatMap(([key, value]): [string, string][] => (value === null ? [] : [[key, value]])),
  );
}

/** Throws `forbidden` for fields that an edit token may not change. */
function refuseOwnerFields(body: Readonly<Record<string, unknown>>): void {
  const fields = [...OWNER_FIELDS, ...FILE_FIELDS, 'priority'];
  const refusedFields = fields.filter((field) => body[field] !== undefined);
  if (refusedFields.length === 0) return;
  throw new AppError(
    'forbidden',
    `An edit token does not allow a change of ${refusedFields.join(', ')}.`,
    { pointer: `/${refusedFields[0]}`, hint: 'It allows title, mapping and mapping_changes.' },
  );
}

/** Returns the new mapping of a session, or undefined if the request does not change it. */
async function mappingOf(
  context: SessionContext,
  caller: Caller,
  { mapping: { id: _, ...base } }: RenderSession,
  body: Readonly<Record<string, unknown>>,
): Promise<RequestedMapping | undefined> {
  const isChanged = MAPPING_FIELDS.some((field) => body[field] !== undefined);
  return isChanged ? requestedMapping(context, caller, body, base) : undefined;
}

/** Returns the mapping as an edit stores it; undefined if it could not be parsed. */
function checkedMapping({
  mapping: body,
  parsed,
  missing,
  warnings,
}: RequestedMapping): CheckedMapping | undefined {
  if (!body || !parsed) return undefined;
  return { body, parsed, missingEditables: missing.map(({ editable = '' }) => editable), warnings };
}

const NO_FILES: PlannedFiles = {
  wantedOutputs: [],
  outputs: [],
  deliveries: [],
  targets: [],
  faults: [],
};

/** Checks the new files of a draft, and whether its files fit a new version. */
async function filesOf(
  context: SessionContext,
  session: RenderSession,
  body: Readonly<Record<string, unknown>>,
  requested: RequestedMapping | undefined,
): Promise<PlannedFiles> {
  const isFileChanged = FILE_FIELDS.some((field) => body[field] !== undefined);
  if (!isFileChanged && !requested?.version) return NO_FILES;
  const { accountId, id, title, metadata, externalId, wantedOutputs, preview } = session;
  const { version, faults } = requested?.version
    ? { version: requested.version, faults: [] }
    : await findVersion(context, { accountId }, session.mapping, '/template_style_version_id');
  const output = body['output'] === undefined ? wantedOutputs : (body['output'] ?? undefined);
  const request = {
    output,
    preview: body['preview'] === undefined ? preview : body['preview'],
    external_uploads: body['external_uploads'],
  };
  const values = placeholderValues(id, {
    title,
    external_id: externalId,
    ...body,
    metadata: mergeMetadata(metadata, (body['metadata'] ?? {}) as MetadataChanges),
  });
  const { captions } = requested?.mapping ?? session.mapping;
  const plan = { context, accountId, version, captions, request, values };
  const planned = await planFiles(plan);
  const uploadFaults =
    body['external_uploads'] === undefined
      ? [
          ...keptUploadFaults(session, planned, version),
          ...(requested ? keptCaptionFaults(session, captions) : []),
        ]
      : [];
  // The client did not send these fields: the new version does not fit them.
  const pointerOf = ({ pointer = '' }: Fault) => {
    const [, field = ''] = pointer.split('/');
    if (body[field] !== undefined || requested === undefined) return pointer;
    return requested.pointerOf('/mapping/template_style_version_id');
  };
  const fileFaults = [...planned.faults, ...uploadFaults].map((fileFault) => ({
    ...fileFault,
    pointer: pointerOf(fileFault),
  }));
  return { ...planned, faults: [...(requested ? [] : faults), ...fileFaults] };
}

/** Returns the fault of stored uploads of captions that the new mapping does not have. */
function keptCaptionFaults({ deliveries }: RenderSession, captions: unknown): Fault[] {
  const count = captionTracksOf(captions).length;
  const lostUpload = deliveries.find(({ file }) => (captionTrackOf(file) ?? 0) > count);
  if (!lostUpload) return [];
  const message = `Expected external_uploads together with the new captions, because the session uploads ${lostUpload.file}.`;
  const hint = 'Send the new uploads, or an empty list.';
  return [fault('invalid_request', message, { pointer: '/mapping/captions', hint })];
}

/** Returns the faults of stored uploads whose files the session will not have any more. */
function keptUploadFaults(
  session: RenderSession,
  { outputs }: PlannedFiles,
  version: { stillcuts: object } | undefined,
): Fault[] {
  if (outputs.length === 0 || !version) return [];
  const count = Object.keys(version.stillcuts).length;
  const currentFormats = session.wantedOutputs.map(({ format = DEFAULT_FORMAT }) => format);
  const isRemoved = (file: string) => {
    const [, kind, number = '1'] = /^([a-z]+)(?:_(\d+))?$/.exec(file) ?? [];
    const index = Number(number) - 1;
    if (kind === 'video') return outputs[index]?.format !== currentFormats[index];
    return kind === 'thumbnail' && index >= count;
  };
  const lostUpload = session.deliveries.find(({ file }) => isRemoved(file));
  if (!lostUpload) return [];
  const isVideo = lostUpload.file.startsWith('video');
  const message = isVideo
    ? `Expected external_uploads together with the new output, because the session uploads ${lostUpload.file}.`
    : `Expected a template with ${lostUpload.file} but this one has ${count} stills.`;
  const hint = isVideo
    ? 'Send the new uploads, or an empty list.'
    : 'Use a template with as many stills, or send external_uploads.';
  return [fault('invalid_request', message, { pointer: isVideo ? '/output' : '', hint })];
}
