import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { defined, expected, type Fault, fault, say } from '../base/index.ts';
import type { Caller, TemplateVersion, Upload } from '../database/index.ts';
import {
  type MappingResult,
  type ParsedMapping,
  parsing,
  unknownUpload,
  type WantedFile,
  wantedFiles,
  withoutEntries,
} from '../mapping/index.ts';
import type { Editables } from '../template/index.ts';
import type { SessionContext } from './session-context.ts';
import { notReady } from './version-ready.ts';

/** Number of entries or uploads that are checked before the event loop serves other requests. */
const BATCH_SIZE = 200;

const VERSION_POINTER = '/mapping/template_style_version_id';

const naming = z.looseObject({ template_style_version_id: z.string() });

/** The caller that requests a version. An edit token can use only the version of its session. */
export type VersionReader = Pick<Caller, 'accountId' | 'editor'> & {
  /** An edit token can use the other versions of the template of its session as well. */
  mayUseTemplate?: boolean;
};

/**
 * Returns the version that a mapping names, or a fault when it cannot be rendered. `pointer` is the
 * place of its id in the request.
 */
export async function findVersion(
  context: Pick<SessionContext, 'db'>,
  { accountId, editor, mayUseTemplate = false }: VersionReader,
  mapping: unknown,
  pointer = VERSION_POINTER,
): Promise<{ version?: TemplateVersion; faults: Fault[] }> {
  const named = naming.safeParse(mapping);
  if (!named.success) return { faults: [] };
  const { template_style_version_id: id } = named.data;
  const isOther = editor !== undefined && editor.versionId !== id;
  const foundVersion =
    isOther && !mayUseTemplate
      ? undefined
      : await context.db.templateVersions.findIn(accountId, id);
  const isHidden =
    isOther && !(foundVersion && (await isOfTemplate(context, editor.versionId, foundVersion)));
  const version = isHidden ? undefined : foundVersion;
  if (!version) {
    return {
      faults: [
        fault(
          'template_version_unknown',
          expected('the id of a template style version', pointer, id),
          {
            pointer,
            hint: isHidden
              ? hiddenHint(editor.versionId, mayUseTemplate)
              : 'Upload a version with POST /v2/template_style_versions, or check the account.',
          },
        ),
      ],
    };
  }
  const unready = notReady(version, pointer);
  return unready ? { faults: [unready] } : { version, faults: [] };
}

/** Whether a version belongs to the same template as the version of the edit token. */
async function isOfTemplate(
  { db }: Pick<SessionContext, 'db'>,
  ownId: string,
  { accountId, templateId }: TemplateVersion,
): Promise<boolean> {
  const ownVersion = await db.templateVersions.findIn(accountId, ownId);
  return ownVersion?.templateId === templateId;
}

/** Returns a hint that names the versions which an edit token allows. */
function hiddenHint(ownId: string, mayUseTemplate: boolean): string {
  return mayUseTemplate
    ? `This edit token allows the version ${ownId} and other styles of its template only.`
    : `This edit token allows the version ${ownId} only.`;
}

/**
 * Parses a mapping and looks up its uploads. Returns all faults, with pointers that start with
 * `/mapping`, and the mapping without the entries that have a fault. A field of the wrong type
 * counts as missing, because the request's schema reports it. For an edit token, the uploads of other
 * sessions do not exist.
 */
export async function checkContent(
  context: Pick<SessionContext, 'db' | 'clock'>,
  version: TemplateVersion,
  json: unknown,
  editor?: Caller['editor'],
): Promise<MappingResult> {
  const spec = { editables: version.editables as Editables, fonts: version.fonts };
  const { mapping, faults: mappingFaults } = await parseInTurns(parsing(spec, json));
  const missing = await uploadFaults(context, { version, mapping, editor });
  const faults = [...mappingFaults, ...missing].map((f) => ({
    ...f,
    pointer: `/mapping${f.pointer ?? ''}`,
  }));
  const pointers = missing.map(({ pointer }) => pointer);
  return { mapping: withoutEntries(mapping, pointers), faults };
}

/** Parses a mapping in batches, so that other requests can run in between. */
async function parseInTurns(steps: ReturnType<typeof parsing>): Promise<MappingResult> {
  for (let count = 1; ; count += 1) {
    const { done: isDone, value } = steps.next();
    if (isDone) return value;
    if (count % BATCH_SIZE === 0) await setImmediate();
  }
}

/** Returns a fault for each upload that does not exist or has the wrong kind for its editable. */
async function uploadFaults(
  context: Pick<SessionContext, 'db' | 'clock'>,
  {
    version,
    mapping,
    editor,
  }: { version: TemplateVersion; mapping: ParsedMapping; editor: Caller['editor'] },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const files = wantedFiles(mapping);
  const ids = files.flatMap(({ source }) => ('upload_id' in source ? [source.upload_id] : []));
  const uploads = await findUploads(context, version.accountId, new Set(ids));
  if (editor) await hideForeign(context, editor, uploads);
  for (const file of files) {
    if (!('upload_id' in file.source)) continue;
    const upload = uploads.get(file.source.upload_id);
    if (!upload || upload.expiresAtMs <= context.clock.nowMs()) faults.push(unknownUpload(file));
    else if (!isOfKind(upload, file.kind)) faults.push(wrongKind(upload, file));
  }
  return faults;
}

/**
 * Returns the existing uploads of an account by id, read in pages so that other requests can run in between.
 */
async function findUploads(
  { db }: Pick<SessionContext, 'db'>,
  accountId: string,
  ids: ReadonlySet<string>,
): Promise<Map<string, Upload>> {
  const uploads = new Map<string, Upload>();
  const remainingIds = [...ids];
  while (remainingIds.length > 0) {
    const page = await db.uploads.findAllIn(accountId, remainingIds.splice(0, BATCH_SIZE));
    for (const upload of page) uploads.set(upload.id, upload);
    await setImmediate();
  }
  return uploads;
}

/** Removes the uploads of other sessions, except those that the editor's session has as well: it is a copy. */
async function hideForeign(
  { db }: Pick<SessionContext, 'db'>,
  { sessionId }: NonNullable<Caller['editor']>,
  uploads: Map<string, Upload>,
): Promise<void> {
  const foreign = [...uploads.values()].filter(
    ({ renderSessionId: owner }) => owner !== null && owner !== sessionId,
  );
  if (foreign.length === 0) return;
  const session = await db.renderSessions.find(sessionId);
  const ownIds = uploadIdsIn(session?.mapping ?? {});
  for (const { id } of foreign) if (!ownIds.has(id)) uploads.delete(id);
}

/** Returns the uploads of a stored mapping. Its texts, which an editor writes, may be ids as well. */
function uploadIdsIn(mapping: object): Set<unknown> {
  // Captions are an entry themselves, or a list of entries.
  const entries = Object.values(mapping).flatMap((group: unknown) => [
    group,
    ...Object.values(Object(group)),
  ]);
  const sources = entries.map((entry) => Object(Object(entry).source) as { upload_id?: unknown });
  return new Set(sources.map(({ upload_id: id }) => id));
}

/**
 * Returns whether an upload may be used as a file of a kind. A video is accepted as audio, because
 * a video container may contain only audio. The file itself is checked when it is ingested.
 */
function isOfKind(upload: Upload, kind: WantedFile['kind']): boolean {
  if (kind === 'video') return upload.kind === 'video' || upload.kind === 'image';
  return upload.kind === kind || (kind === 'audio' && upload.kind === 'video');
}

const WANTED = {
  image: [say`an image`, 'asset_not_media'],
  video: [say`a video or an image`, 'asset_not_media'],
  audio: [say`an audio file`, 'asset_not_media'],
  font: [say`a font`, 'font_invalid'],
  captions: [say`captions`, 'captions_invalid'],
} as const;

/** Returns the fault of an entry whose upload is a file of another kind. */
function wrongKind({ contentType, id }: Upload, { kind, pointer, editable }: WantedFile): Fault {
  const [what, code] = WANTED[kind];
  return fault(code, say`Expected ${what} as upload but ${id} is ${contentType}.`, {
    pointer: `${pointer}/source/upload_id`,
    ...defined({ editable }),
    hint: say`Upload ${what} and send its id.`,
  });
}
