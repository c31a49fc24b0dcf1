import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, isoTime, newId } from '../../base/index.ts';
import type { TemplateVersion } from '../../database/index.ts';
import type { Guard } from '../app.ts';
import type { ApiContext } from '../context.ts';
import type { RouteDoc } from '../http/openapi.ts';
import { zodFaults } from '../http/problem.ts';
import { fileUrl } from '../http/signed-url.ts';
import { specsResponse, uploadDoc, uploadFields, versionResponse } from './schema.ts';

const RESOURCE = 'template_style_version';

export function templateStyleVersionRoutes(
  app: FastifyInstance,
  context: ApiContext,
  guard: Guard,
): void {
  const { db, store } = context;
  const upload: RouteDoc = {
    summary: 'Upload a template package',
    multipart: uploadDoc,
    response: { status: 201, schema: versionResponse },
  };

  app.post('/v2/template_style_versions', { config: { doc: upload } }, async (request, reply) => {
    const caller = await guard(request, reply, { resource: RESOURCE, action: 'write' });
    const arrival = join(context.config.uploadFolder, randomUUID());
    try {
      const received = await receive(request, arrival);
      const parsed = uploadFields.safeParse(received.fields);
      if (!parsed.success) throw AppError.fromFaults(zodFaults(parsed.error.issues));
      const {
        template_id: templateId,
        template_style_id: templateStyleId,
        language,
        name,
      } = parsed.data;
      const id = newId('tsv');
      const packageKey = `versions/${id}/package`;
      await store.put(packageKey, arrival);
      const version = await db.templateVersions.insert({
        id,
        accountId: caller.accountId,
        language,
        name,
        packageKey,
        packageLabel: received.filename,
        digest: received.digest,
        ...(templateId !== undefined && { templateId }),
        ...(templateStyleId !== undefined && { templateStyleId }),
      });
      if (!version) {
        await store.remove(`versions/${id}`);
        throw new AppError(
          'not_found',
          'Expected the id of a template and of a style of it but there are none.',
          {
            pointer: templateStyleId === undefined ? '/template_id' : '/template_style_id',
            hint: 'Leave both out to make new ones.',
          },
        );
      }
      await context.actions.versionAdded(id);
      return reply.status(201).send(present(version));
    } finally {
      await rm(arrival, { force: true });
    }
  });

  app.get<{ Params: { id: string } }>(
    '/v2/template_style_versions/:id',
    {
      config: {
        doc: {
          summary: 'Read a template style version',
          response: { status: 200, schema: versionResponse },
        } satisfies RouteDoc,
      },
    },
    async (request, reply) => {
      const version = await find(request, reply);
      return present(version);
    },
  );

  app.get<{ Params: { id: string } }>(
    '/v2/template_style_versions/:id/specs',
    {
      config: {
        doc: {
          summary: 'Read the mapping specification',
          response: { status: 200, schema: specsResponse },
        } satisfies RouteDoc,
      },
    },
    async (request, reply) => {
      const version = await find(request, reply);
      requireReady(version);
      return {
        style_version: { id: version.id, editables: version.editables, fonts: version.fonts },
      };
    },
  );

  async function find(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: Parameters<Guard>[1],
  ): Promise<TemplateVersion> {
    const { id } = request.params;
    const caller = await guard(request, reply, { resource: RESOURCE, action: 'read', target: id });
    const version = await db.templateVersions.findIn(caller.accountId, id);
    if (!version)
      throw new AppError(
        'not_found',
        `There is no template style version ${JSON.stringify(id.slice(0, 60))}.`,
        { hint: 'Upload one with POST /v2/template_style_versions.' },
      );
    return version;
  }

  function present(version: TemplateVersion) {
    const { fps, frameCount } = version;
    return {
      template_style_version: {
        id: version.id,
        status: version.status,
        template_id: version.templateId,
        template_style_id: version.templateStyleId,
        language: version.language,
        name: version.name,
        width: version.width,
        height: version.height,
        fps,
        duration: fps === null || frameCount === null ? null : frameCount / fps,
        editables: version.editables,
        fonts: version.fonts,
        stillcuts: Object.fromEntries(
          Object.entries(version.stillcuts).map(([name, key]) => [name, fileUrl(context, key)]),
        ),
        demo_video_url:
          version.demoVideoKey === null ? null : fileUrl(context, version.demoVideoKey),
        report: version.report,
        created_at: isoTime(version.createdAtMs),
        updated_at: isoTime(version.updatedAtMs),
      },
    };
  }
}

/** Throws `template_version_not_ready` until the version's editables are known, and for good when its import failed. */
export function requireReady(version: TemplateVersion, pointer?: string): void {
  if (version.status === 'edit_ready') return;
  const failed = version.status === 'failed';
  throw new AppError(
    'template_version_not_ready',
    `Expected a template style version that is edit_ready but ${version.id} is ${version.status}.`,
    {
      retryable: !failed,
      hint: failed
        ? 'Its report says why; upload a mended package.'
        : 'Poll it until its status is edit_ready.',
      ...(pointer !== undefined && { pointer }),
    },
  );
}

/** Streams the part `file` to disk; the other parts are text. */
async function receive(
  request: FastifyRequest,
  arrival: string,
): Promise<{ fields: Record<string, string>; filename: string; digest: string }> {
  const fields = new Map<string, string>();
  let file: { filename: string; digest: string } | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    if (part.fieldname !== 'file' || file) {
      throw new AppError(
        'invalid_request',
        `Expected one file as the part "file" but received ${JSON.stringify(part.fieldname)}.`,
        { pointer: `/${part.fieldname}` },
      );
    }
    const hash = createHash('sha256');
    await pipeline(
      part.file,
      async function* (source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(arrival),
    );
    if (part.file.truncated)
      throw new AppError('payload_too_large', 'Expected a smaller package.', { pointer: '/file' });
    file = { filename: part.filename.slice(0, 200) || 'template', digest: hash.digest('hex') };
  }
  if (!file)
    throw new AppError(
      'invalid_request',
      'Expected the package as the part "file" but received none.',
      { pointer: '/file', hint: 'curl -F file=@template.lottie' },
    );
  return { fields: Object.fromEntries(fields), ...file };
}
