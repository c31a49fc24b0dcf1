import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fault, jsonPointer, newId } from '../../base/index.ts';
import type { Transaction } from '../../database/index.ts';
import {
  type Answer,
  callerOf,
  type ReceivedFile,
  type RouteDoc,
  receiveFile,
  removeUnused,
  sendAnswer,
  withAccountGate,
  withIdempotency,
} from '../../http/index.ts';
import type { ProbedUpload } from '../../media/probe/index.ts';
import type { ApiContext } from '../context.ts';
import { bytesAnnounced, requireEditRoom, ttlMs } from './edit-uploads.ts';
import { manageUploadRoutes } from './manage-routes.ts';
import { fileUploadDoc, keyOf, presentUpload, uploadResponse } from './schema.ts';

const doc = {
  operationId: 'createUpload',
  summary: 'Upload a media file, for use in mappings by its id',
  description:
    'Send the file as the part `file`. It is probed at once, so a file that cannot be used is rejected here. Use the id as `upload_id` in mappings. Uploads expire.',
  requiredScope: { resource: 'upload', action: 'write' },
  edit: 'any',
  multipart: fileUploadDoc,
  idempotent: true,
  response: { status: 201, schema: uploadResponse },
} satisfies RouteDoc;

export function uploadRoutes(app: FastifyInstance, context: ApiContext): void {
  const { config, store, gates } = context;

  app.post('/v2/uploads', { config: { doc } }, (request, reply) =>
    withAccountGate(gates.uploads, request, reply, (signal) => receive(request, reply, signal)),
  );
  manageUploadRoutes(app, context);

  /**
   * Receives a file and adds its upload. The file is removed again when the request added no
   * upload.
   */
  async function receive(request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) {
    const arrival = join(config.uploadFolder, randomUUID());
    const id = newId('up');
    let answer: Answer | undefined;
    try {
      await requireEditRoom(context, callerOf(request).editor, bytesAnnounced(request));
      const received = await receiveFile(request, arrival, {
        what: 'file',
        maxBytes: config.maxUploadBytes,
        roomNeeded: context.actions.roomNeeded,
      });
      refuseFields(received);
      answer = await withIdempotency(context, request, received.digest, () =>
        add(request, id, { ...received, path: arrival }, signal),
      );
    } finally {
      await rm(arrival, { force: true });
      const { accountId } = callerOf(request);
      const findRow = () => context.db.uploads.findIn(accountId, id);
      await removeUnused(answer, findRow, () => store.remove(keyOf(id)));
    }
    return sendAnswer(reply, answer);
  }

  /**
   * Probes the received file and stores it. Returns the function that adds the upload in a
   * transaction. The room of an editor is checked in it again, because other uploads may have ended
   * meanwhile.
   */
  async function add(
    request: FastifyRequest,
    id: string,
    { path, bytes, digest: sha256, filename }: ReceivedFile & { path: string },
    signal: AbortSignal,
  ) {
    const { accountId, editor } = callerOf(request);
    const file = { path, bytes, sha256 };
    const probed = await gates.probes.through(
      accountId,
      () => probe(context, accountId, file, signal),
      signal,
    );
    const { kind, contentType, width, height, durationSeconds, fontNames } = probed;
    await store.put(keyOf(id), path);
    return async (tx: Transaction) => {
      const upload = await tx.uploads.insert({
        id,
        accountId,
        storageKey: keyOf(id),
        filename: filename.replaceAll(/\p{Cc}/gu, ' ').trim() || null,
        contentType,
        kind,
        bytes,
        sha256,
        width: width ?? null,
        height: height ?? null,
        duration: durationSeconds ?? null,
        fontNames,
        renderSessionId: editor?.sessionId ?? null,
        expiresAtMs: context.clock.nowMs() + ttlMs(context, editor),
      });
      await requireEditRoom({ config, db: tx }, editor);
      await context.actions.fileStored(accountId, tx);
      return { status: 201, body: { upload: presentUpload(upload, context) } };
    };
  }
}

/** Returns type and properties of a file. Throws faults at `/file` when it cannot be used. */
async function probe(
  { probeUpload }: ApiContext,
  accountId: string,
  file: { path: string; bytes: number; sha256: string },
  signal: AbortSignal,
): Promise<ProbedUpload> {
  try {
    return await probeUpload(accountId, file, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw AppError.fromFaults(error.faults.map((f) => ({ ...f, pointer: '/file' })));
  }
}

/** Throws for parts beside the file. */
function refuseFields({ fields }: ReceivedFile): void {
  const faults = Object.keys(fields).map((name) =>
    fault('invalid_request', `Expected only "file" but received ${JSON.stringify(name)}.`, {
      pointer: jsonPointer(name),
      hint: 'Omit this part.',
    }),
  );
  if (faults.length > 0) throw AppError.fromFaults(faults);
}
