import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, defined, newId, withNearestFields, zodFaults } from '../../base/index.ts';
import { IMPORTING, type TemplateVersion } from '../../database/index.ts';
import {
  type Answer,
  type ById,
  callerOf,
  preferredWaits,
  type ReceivedFile,
  type RouteDoc,
  receiveFile,
  removeUnused,
  sendAnswer,
  withAccountGate,
  withIdempotency,
} from '../../http/index.ts';
import { mappingSchema } from '../../mapping/index.ts';
import { requireReady } from '../../sessions/index.ts';
import { signedFiles } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import type { Editables } from '../../template/index.ts';
import { type PublicVersion, presentEditables } from '../../templates/index.ts';
import type { ApiContext } from '../context.ts';
import { draftRoutes } from './draft-routes.ts';
import { findVersionOf } from './find.ts';
import { templateFontRoutes } from './font-routes.ts';
import { manageVersionRoutes } from './manage-routes.ts';
import { versionBody } from './present.ts';
import {
  packageUploadDoc,
  schemaResponse,
  specsResponse,
  uploadFields,
  versionResponse,
} from './schema.ts';

const readAccess = { resource: 'template_style_version', action: 'read' } as const;

const DOCS = {
  upload: {
    operationId: 'createTemplateStyleVersion',
    summary: 'Upload a template package',
    description:
      'Send the package as the part `file`, after all other parts. Without `template_id` and `template_style_id` a new template and style are created. The import runs afterwards: read the version until its status is `edit_ready` or `failed`. `Prefer: wait=30` delays the response until the import has ended.',
    requiredScope: { resource: 'template_style_version', action: 'write' },
    multipart: packageUploadDoc,
    idempotent: true,
    problems: [404],
    response: { status: 201, schema: versionResponse },
  },
  get: {
    operationId: 'getTemplateStyleVersion',
    summary: 'Read a template style version',
    description:
      'The status changes from `processing` to `demo_rendering` to `edit_ready`, or to `failed`. `report` has the errors and warnings of the import; `findings` groups the warnings, with advice for designers. `Prefer: wait=30` delays the response until the import has ended.',
    requiredScope: readAccess,
    edit: 'version',
    response: { status: 200, schema: versionResponse },
  },
  specs: {
    operationId: 'getTemplateStyleVersionSpecs',
    summary: 'Read the editables and fonts that a mapping can use',
    description:
      'The names and kinds of everything that a mapping can fill, in the form that form builders need.',
    requiredScope: readAccess,
    edit: 'version',
    problems: [409],
    response: { status: 200, schema: specsResponse },
  },
  schema: {
    operationId: 'getTemplateStyleVersionSchema',
    summary: 'Read the JSON Schema of the mapping',
    description:
      'The JSON Schema is for this version only: it has the names of its editables. Use it in form builders, and to generate types.',
    requiredScope: readAccess,
    edit: 'version',
    problems: [409],
    response: { status: 200, schema: schemaResponse },
  },
} satisfies Record<string, RouteDoc>;

export function templateStyleVersionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { db, store } = context;
  const path = '/v2/template_style_versions';

  const preferredWait = preferredWaits(app, context.changes);
  const present = (version: TemplateVersion) => versionBody(version, context);
  const isImporting = async (id: string) => {
    const status = await db.templateVersions.statusOf(id);
    return status !== undefined && IMPORTING.includes(status);
  };

  app.post(path, { config: { doc: DOCS.upload } }, async (request, reply) => {
    using wait = preferredWait(request, reply);
    // The wait is outside, because a waiting request must not block further uploads.
    const answer = await withAccountGate(context.gates.uploads, request, reply, () =>
      receive(request),
    );
    const { id } = (JSON.parse(answer.body) as ReturnType<typeof present>).template_style_version;
    const waited = await wait.while(['version', id], () => isImporting(id));
    const version = waited ? await db.templateVersions.find(id) : undefined;
    return sendAnswer(
      reply,
      version ? { ...answer, body: JSON.stringify(present(version)) } : answer,
    );
  });

  /**
   * Receives a package and adds its version. The files are removed again when the request added no
   * version.
   */
  async function receive(request: FastifyRequest): Promise<Answer> {
    const arrival = join(context.config.uploadFolder, randomUUID());
    const id = newId('tsv');
    let answer: Answer | undefined;
    try {
      const received = await receiveFile(request, arrival, {
        what: 'package',
        maxBytes: context.config.maxUploadBytes,
        roomNeeded: context.actions.roomNeeded,
      });
      answer = await add(request, id, arrival, received);
    } finally {
      await rm(arrival, { force: true });
      await removeUnused(
        answer,
        () => db.templateVersions.find(id),
        () => store.removePrefix(folderOf(id)),
      );
    }
    return answer;
  }

  app.get(`${path}/:id`, { config: { doc: DOCS.get } }, async (request: ById, reply) => {
    using wait = preferredWait(request, reply);
    const version = await findVersionOf(context, request);
    const waited = await wait.while(['version', version.id], () => isImporting(version.id));
    return present(waited ? await findVersionOf(context, request) : version);
  });
  manageVersionRoutes(app, context);
  templateFontRoutes(app, context);
  draftRoutes(app, context);

  app.get(`${path}/:id/specs`, { config: { doc: DOCS.specs } }, async (request: ById) => {
    const version = await findVersionOf(context, request);
    requireReady(version);
    const editables = presentEditables(version, signedFiles(context));
    return {
      style_version: {
        id: version.id,
        editables,
        fonts: version.fonts,
        captions: version.captions as PublicVersion['captions'],
        ...(version.packageFonts && { package_fonts: version.packageFonts }),
      },
      limits: { upload_bytes: context.config.maxUploadBytes },
    };
  });

  app.get(`${path}/:id/schema`, { config: { doc: DOCS.schema } }, async (request: ById) => {
    const version = await findVersionOf(context, request);
    requireReady(version);
    const editables = presentEditables(version, signedFiles(context)) as Editables;
    return mappingSchema({ editables, fonts: version.fonts }, version.id);
  });

  /**
   * Stores the package and adds the version, once for each `Idempotency-Key`. `arrival` is the path
   * of the received file. Throws `not_found` if the template or style to which it is added does not
   * exist.
   */
  async function add(request: FastifyRequest, id: string, arrival: string, received: ReceivedFile) {
    const { fields, filename, digest } = received;
    const content = sha256(JSON.stringify([digest, Object.entries(fields).sort()]));
    return withIdempotency(context, request, content, async () => {
      const parsed = uploadFields.safeParse(fields, withNearestFields());
      if (!parsed.success) throw AppError.fromFaults(zodFaults(parsed.error.issues, fields));
      const { template_id: templateId, template_style_id: templateStyleId } = parsed.data;
      const { language, name, animation, theme } = parsed.data;
      const packageKey = `${folderOf(id)}/package`;
      await store.put(packageKey, arrival);
      return async (tx) => {
        const version = await tx.templateVersions.insert({
          id,
          accountId: callerOf(request).accountId,
          language,
          name,
          packageKey,
          packageLabel: filename || 'template',
          digest,
          animation,
          theme,
          packageBytes: received.bytes,
          ...defined({ templateId, templateStyleId }),
        });
        if (version) {
          await context.actions.versionAdded(version, tx);
          return { status: 201, body: present(version) };
        }
        throw new AppError(
          'not_found',
          'The template does not exist, or has no style with this id.',
          {
            pointer: templateStyleId === undefined ? '/template_id' : '/template_style_id',
            hint: 'Omit template_id and template_style_id to create new ones.',
          },
        );
      };
    });
  }
}

function folderOf(id: string): string {
  return `versions/${id}`;
}
