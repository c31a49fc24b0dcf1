import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  AppError,
  defined,
  type Fault,
  fault,
  newId,
  quoted,
  say,
  withNearestFields,
  zodFaults,
} from '../../base/index.ts';
import { IMPORTING, type TemplateVersion, type Upload } from '../../database/index.ts';
import {
  type Answer,
  type ById,
  objectBody,
  parseBody,
  preferredWaits,
  type RouteDoc,
  removeUnused,
  sendAnswer,
  untilDisconnected,
  withAccountGate,
  withIdempotency,
} from '../../http/index.ts';
import type { ParsedMapping } from '../../mapping/index.ts';
import { checkContent, MAX_MAPPING_BYTES } from '../../sessions/index.ts';
import type { ApiContext, OpenedDraft } from '../context.ts';
import { beyondEnd, heightFaults } from '../stills/check.ts';
import { STILL_TYPES } from '../stills/schema.ts';
import { draftResponse, draftStillRequest, newVersionRequest } from './draft-schema.ts';
import { findVersionOf } from './find.ts';
import { versionBody } from './present.ts';
import { versionResponse } from './schema.ts';

/** The settings of a large template and a mapping beside them. */
const MAX_BODY_BYTES = 2 * MAX_MAPPING_BYTES;

const readAccess = { resource: 'template_style_version', action: 'read' } as const;

const DOCS = {
  draft: {
    operationId: 'getTemplateDraft',
    summary: 'Propose settings that make a package editable',
    description:
      'For packages without editables, and for a version that failed because its template.json is wrong. `settings` has the texts, images, large colors and controls that are likely content; `contents` lists everything that can be made editable. Change the settings, look at them with `POST …/draft/stills`, and save them with `POST …/versions`.',
    requiredScope: readAccess,
    problems: [409, 422, 503],
    response: { status: 200, schema: draftResponse },
  },
  still: {
    operationId: 'createTemplateDraftStill',
    summary: 'Draw a frame with other settings',
    description:
      'The frame of the template as it would be with these settings. Images without a file show their name.',
    requiredScope: readAccess,
    body: draftStillRequest,
    bodyBytes: MAX_BODY_BYTES,
    problems: [409],
    bytes: Object.values(STILL_TYPES),
  },
  save: {
    operationId: 'createVersionFromSettings',
    summary: 'Add a version with other settings and files',
    description:
      'The new version has the same package with the settings as its template.json, and belongs to the same template, style and language. A `.json` becomes a `.zip`. The import runs afterwards, as after an upload. `Prefer: wait=30` delays the response until the import has ended.',
    requiredScope: { resource: 'template_style_version', action: 'write' },
    body: newVersionRequest,
    bodyBytes: MAX_BODY_BYTES,
    idempotent: true,
    problems: [409],
    response: { status: 201, schema: versionResponse },
  },
} satisfies Record<string, RouteDoc>;

/** Routes that make a package editable: a proposal, frames of it, and a new version with it. */
export function draftRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, store } = context;
  const path = '/v2/template_style_versions/:id';
  const preferredWait = preferredWaits(app, context.changes);

  app.get(`${path}/draft`, { config: { doc: DOCS.draft } }, async (request: ById, reply) => {
    const version = await findReadable(context, request);
    const draft = await untilDisconnected(reply, (signal) =>
      context.dryRuns.draft(version, signal),
    );
    const { isProposal, moreContents, video, ...described } = draft;
    const { width, height, fps, frameCount } = video;
    return {
      template_draft: {
        template_style_version_id: version.id,
        template_id: version.templateId,
        template_style_id: version.templateStyleId,
        width,
        height,
        fps,
        duration: frameCount / fps,
        is_proposal: isProposal,
        more_contents: moreContents,
        ...described,
      },
    };
  });

  app.post(`${path}/draft/stills`, { config: { doc: DOCS.still } }, (request: ById, reply) =>
    sendDraftStill(context, request, reply),
  );

  app.post(`${path}/versions`, { config: { doc: DOCS.save } }, async (request: ById, reply) => {
    using wait = preferredWait(request, reply);
    const old = await findReadable(context, request);
    const answer = await withAccountGate(context.gates.uploads, request, reply, () =>
      untilDisconnected(reply, (signal) => add(request, old, signal)),
    );
    type Body = ReturnType<typeof versionBody>;
    const { id } = (JSON.parse(answer.body) as Body).template_style_version;
    const waited = await wait.while(['version', id], async () => {
      const status = await db.templateVersions.statusOf(id);
      return status !== undefined && IMPORTING.includes(status);
    });
    const version = waited ? await db.templateVersions.find(id) : undefined;
    return sendAnswer(
      reply,
      version ? { ...answer, body: JSON.stringify(versionBody(version, context)) } : answer,
    );
  });

  /** Packs the old package with the settings, and adds it as a version, once for each `Idempotency-Key`. */
  async function add(
    request: FastifyRequest,
    old: TemplateVersion,
    signal: AbortSignal,
  ): Promise<Answer> {
    const id = newId('tsv');
    const folder = `versions/${id}`;
    let answer: Answer | undefined;
    try {
      answer = await withIdempotency(context, request, request.bodyDigest, async () => {
        const { settings, files = [], name } = parseBody(newVersionRequest, request.body);
        const added = await findFiles(context, old.accountId, files);
        await context.actions.roomNeeded();
        const packageKey = `${folder}/package`;
        const { maxUploadBytes: maxBytes } = context.config;
        const packed = await context.dryRuns.packDraft(
          { version: old, settings: JSON.stringify(settings, null, 2), files: added, maxBytes },
          packageKey,
          signal,
        );
        return async (tx) => {
          const version = await tx.templateVersions.insert({
            id,
            packageKey,
            accountId: old.accountId,
            templateId: old.templateId,
            templateStyleId: old.templateStyleId,
            language: old.language,
            name: name ?? old.name,
            animation: old.animation ?? undefined,
            theme: old.theme ?? undefined,
            packageLabel: packed.label,
            packageBytes: packed.bytes,
            digest: packed.digest,
          });
          if (!version) throw new AppError('not_found', 'The template was removed meanwhile.');
          await context.actions.versionAdded(version, tx);
          return { status: 201, body: versionBody(version, context) };
        };
      });
    } finally {
      await removeUnused(
        answer,
        () => db.templateVersions.find(id),
        () => store.removePrefix(folder),
      );
    }
    return answer;
  }
}

/** Returns the version that a request's path names. Throws `template_version_not_ready` while it is imported. */
async function findReadable(context: ApiContext, request: ById): Promise<TemplateVersion> {
  const version = await findVersionOf(context, request);
  if (!IMPORTING.includes(version.status)) return version;
  const { id, status } = version;
  throw new AppError(
    'template_version_not_ready',
    say`Expected a template style version whose import has ended but ${id} is ${status}.`,
    { hint: 'Poll the version until its status is edit_ready or failed.' },
  );
}

/**
 * Returns the uploads of the files to add. Throws a fault for each that does not exist, and
 * `package_too_large` before anything is read: a repeated upload is read and packed each time.
 */
async function findFiles(
  { db, clock, store, config }: ApiContext,
  accountId: string,
  files: readonly { path: string; upload_id: string }[],
): Promise<{ path: string; upload: Upload }[]> {
  const foundFiles: { path: string; upload: Upload }[] = [];
  const faults: Fault[] = [];
  for (const [index, { path, upload_id: id }] of files.entries()) {
    const upload = await db.uploads.findIn(accountId, id);
    const isStored =
      upload && upload.expiresAtMs > clock.nowMs() && (await store.stat(upload.storageKey));
    if (isStored) foundFiles.push({ path, upload });
    else {
      const pointer = `/files/${index}/upload_id`;
      const shortId = quoted(id.slice(0, 60).toWellFormed());
      const hint = 'Upload the file again with POST /v2/uploads.';
      const message = say`The upload ${shortId} does not exist or has expired.`;
      faults.push(fault('upload_unknown', message, { pointer, hint }));
    }
  }
  if (faults.length > 0) throw AppError.fromFaults(faults);
  const bytes = foundFiles.reduce((sum, { upload }) => sum + upload.bytes, 0);
  if (bytes > config.maxUploadBytes) {
    throw new AppError(
      'package_too_large',
      say`Expected at most ${config.maxUploadBytes} bytes for the new files together but received ${bytes}.`,
      { hint: 'Make the images smaller, or add fewer files.' },
    );
  }
  return foundFiles;
}

/** Draws a frame with the settings of the request. Stops when the client disconnects. */
async function sendDraftStill(
  context: ApiContext,
  request: ById,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = objectBody(request.body);
  const version = await findReadable(context, request);
  const parsed = draftStillRequest.safeParse(body, withNearestFields());
  if (!parsed.success) throw AppError.fromFaults(zodFaults(parsed.error.issues, body));
  const { at, width, format, resources = {}, files = [] } = parsed.data;
  const settings = JSON.stringify(parsed.data.settings);
  const bytes = await untilDisconnected(reply, async (signal) => {
    const draft = { settings, files: await findFiles(context, version.accountId, files) };
    const opened = await context.dryRuns.openDraft(version, draft, signal);
    const mapping = await checkDraftMapping(context, { version, opened }, resources);
    const duration = opened.video.frameCount / opened.video.fps;
    const faults = [
      ...(at < duration ? [] : [beyondEnd(at, duration)]),
      ...heightFaults(width, opened.video),
    ];
    if (faults.length > 0) throw AppError.fromFaults(faults);
    const frame = { frameRequest: { at }, format, ...defined({ width }) };
    const drawing = { version, mapping, draft, sessionId: null, ...frame };
    return context.dryRuns.still(drawing, signal).catch(withoutMapping);
  });
  return reply.type(STILL_TYPES[format]).send(bytes);
}

/** Checks entries for the editables of the settings. Missing entries are no faults. */
async function checkDraftMapping(
  context: ApiContext,
  { version, opened }: { version: TemplateVersion; opened: OpenedDraft },
  resources: object,
): Promise<ParsedMapping> {
  const { editables, fontNames } = opened;
  const drafted = { ...version, editables, fonts: fontNames };
  const json = { template_style_version_id: version.id, resources, missing: 'example' };
  const { mapping, faults } = await checkContent(context, drafted, json);
  const wrong = faults.filter(({ code }) => code !== 'editable_missing');
  if (wrong.length > 0) withoutMapping(AppError.fromFaults(wrong));
  return mapping;
}

/** Throws an error again, with pointers into a request without a `mapping` around its resources. */
function withoutMapping(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw AppError.fromFaults(
    error.faults.map((mappingFault) =>
      mappingFault.pointer?.startsWith('/mapping/')
        ? {
            ...mappingFault,
            pointer: mappingFault.pointer.slice('/mapping'.length),
            message: mappingFault.message.replace('/mapping/', '/'),
          }
        : mappingFault,
    ),
  );
}
