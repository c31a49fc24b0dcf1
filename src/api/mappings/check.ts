import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { expected, type Fault, fault, jsonPointer } from '../../base/index.ts';
import type { Caller, TemplateVersion, Upload } from '../../database/index.ts';
import {
  type CheckedMapping,
  type Mapping,
  type MappingSpec,
  mappingFaults,
  misplacedEntry,
  type WantedFile,
  wantedFiles,
} from '../../mapping/index.ts';
import type { Editables } from '../../template/index.ts';
import type { ApiContext } from '../context.ts';
import { notReady } from '../template-style-versions/ready.ts';
import { mapping as mappingSchema } from './schema.ts';

/** Number of entries or uploads that are checked before the event loop serves other requests. */
const BATCH_SIZE = 200;

const VERSION_POINTER = '/mapping/template_style_version_id';

const naming = z.looseObject({ template_style_version_id: z.string() });

/** The caller that requests a version. An edit token sees only the version of its session. */
export type VersionReader = Pick<Caller, 'accountId' | 'editor'>;

/** Returns the version that a mapping names, or the faults that explain why it cannot be rendered. */
export async function findVersion(
  context: ApiContext,
  { accountId, editor }: VersionReader,
  mapping: unknown,
): Promise<{ version?: TemplateVersion; faults: Fault[] }> {
  const named = naming.safeParse(mapping);
  if (!named.success) return { faults: [] };
  const { template_style_version_id: id } = named.data;
  const isHidden = editor !== undefined && editor.versionId !== id;
  const version = isHidden ? undefined : await context.db.templateVersions.findIn(accountId, id);
  if (!version) {
    return {
      faults: [
        fault(
          'template_version_unknown',
          expected('the id of a template style version', VERSION_POINTER, id),
          {
            pointer: VERSION_POINTER,
            hint: isHidden
              ? `This edit token allows the version ${editor.versionId} only.`
              : 'Upload a version with POST /v2/template_style_versions, or check the account.',
          },
        ),
      ],
    };
  }
  const unready = notReady(version, VERSION_POINTER);
  return unready ? { faults: [unready] } : { version, faults: [] };
}

const contentShape = z.looseObject({
  resources: z.record(z.string(), z.unknown()).optional().catch(undefined),
  audio_tracks: z.record(z.string(), z.unknown()).catch({}),
  font_changes: z.record(z.string(), z.unknown()).catch({}),
  missing: z.unknown().optional(),
});

/** Fields of a mapping. An editable with the same name as a field is not reported as misplaced. */
const FIELDS = new Set(['id', ...Object.keys(mappingSchema.shape)]);

/**
 * Checks the content of a mapping that is at `/mapping` in the request. Returns all faults, and the
 * entries without faults (`usable`). Parts of the wrong shape are skipped: the schema reports them.
 */
export async function checkContent(
  context: ApiContext,
  version: TemplateVersion,
  mapping: unknown,
): Promise<{ faults: Fault[]; usable: CheckedMapping }> {
  const filled = contentShape.safeParse(mapping);
  if (!filled.success) return { faults: [], usable: { resources: {}, missing: 'example' } };
  const { resources, missing, font_changes, audio_tracks } = filled.data;
  const given = {
    resources: resources ?? {},
    font_changes,
    audio_tracks,
    missing: missing === 'example' ? ('example' as const) : undefined,
  };
  const editables = version.editables as Editables;
  const spec = { editables, fonts: version.fonts };
  const misplaced = misplacedEntries(editables, mapping as Record<string, unknown>);
  const isMisplaced = new Set(misplaced.map(({ editable }) => editable));
  // A wrong `missing` or an absent `resources` is one fault, instead of a fault for each editable.
  const isReported = !resources || (missing !== undefined && given.missing === undefined);
  const wrong = [
    ...misplaced,
    ...(await collectInBatches(mappingFaults(spec, given))).filter(
      ({ code, editable }) =>
        code !== 'editable_missing' || !(isReported || isMisplaced.has(editable)),
    ),
  ];
  const usable = without(spec, given, wrong);
  const faults = [...wrong, ...(await uploadFaults(context, version, usable))];
  return {
    faults: faults.map((f) => ({ ...f, pointer: `/mapping${f.pointer ?? ''}` })),
    usable: without(spec, usable, faults),
  };
}

/** Collects all faults, and lets the event loop serve other requests after each batch. */
async function collectInBatches(parts: Iterable<Fault[]>): Promise<Fault[]> {
  const faults: Fault[] = [];
  let count = 0;
  for (const part of parts) {
    faults.push(...part);
    count += 1;
    if (count % BATCH_SIZE === 0) await setImmediate();
  }
  return faults;
}

/** Returns faults for editables that are beside `resources` instead of in it: a common mistake. */
function misplacedEntries(editables: Editables, mapping: Record<string, unknown>): Fault[] {
  return Object.entries(mapping).flatMap(([name, entry]) => {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    return editable && !FIELDS.has(name) ? [misplacedEntry(name, editable, entry)] : [];
  });
}

/**
 * Returns the entries whose names the template has and that have no fault. Missing editables show
 * their examples. The names are checked here as well, because not each unknown name has a fault.
 */
function without(
  { editables, fonts }: MappingSpec,
  { resources, font_changes = {}, audio_tracks = {} }: Mapping,
  faults: readonly Fault[],
): CheckedMapping {
  const wrong = new Set(faults.map(({ pointer = '' }) => pointer.split('/').slice(0, 3).join('/')));
  const known = new Set(fonts);
  const good = (field: string, entries: Record<string, unknown>, has: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(entries).filter(([name]) => has(name) && !wrong.has(jsonPointer(field, name))),
    );
  const isEditable = (name: string) => Object.hasOwn(editables, name);
  return {
    resources: good('resources', resources, isEditable),
    font_changes: good('font_changes', font_changes, (name) => known.has(name)),
    audio_tracks: good('audio_tracks', audio_tracks, isEditable),
    missing: 'example',
  } as CheckedMapping;
}

/** Returns faults for uploads that do not exist, or that have the wrong kind for their entry. */
async function uploadFaults(
  context: ApiContext,
  version: TemplateVersion,
  mapping: CheckedMapping,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  const files = wantedFiles(version.editables as Editables, mapping);
  const ids = files.flatMap(({ source }) => ('upload_id' in source ? [source.upload_id] : []));
  const uploads = await findUploads(context, version.accountId, new Set(ids));
  for (const wanted of files) {
    if (!('upload_id' in wanted.source)) continue;
    const { upload_id: id } = wanted.source;
    const upload = uploads.get(id);
    const details = {
      pointer: `${wanted.pointer}/source/upload_id`,
      ...(wanted.editable !== undefined && { editable: wanted.editable }),
    };
    if (!upload || upload.expiresAtMs <= context.clock.nowMs()) {
      faults.push(
        fault(
          'upload_unknown',
          expected('the id of an upload that has not expired', details.pointer, id),
          { ...details, hint: 'Upload the file again with POST /v2/uploads.' },
        ),
      );
    } else if (!isOfKind(upload, wanted.kind)) faults.push(wrongKind(upload, wanted.kind, details));
  }
  return faults;
}

async function findUploads(
  { db }: ApiContext,
  accountId: string,
  ids: ReadonlySet<string>,
): Promise<Map<string, Upload>> {
  const found = new Map<string, Upload>();
  const left = [...ids];
  while (left.length > 0) {
    const page = await db.uploads.findAllIn(accountId, left.splice(0, BATCH_SIZE));
    for (const upload of page) found.set(upload.id, upload);
    await setImmediate();
  }
  return found;
}

/** An audio file may use a video container. The check of the file itself decides later. */
function isOfKind(upload: Upload, kind: WantedFile['kind']): boolean {
  if (kind === 'video') return upload.kind === 'video' || upload.kind === 'image';
  return upload.kind === kind || (kind === 'audio' && upload.kind === 'video');
}

const WANTED = {
  image: ['an image', 'asset_not_media'],
  video: ['a video or an image', 'asset_not_media'],
  audio: ['an audio file', 'asset_not_media'],
  font: ['a font', 'font_invalid'],
} as const;

function wrongKind(
  { contentType, id }: Upload,
  kind: WantedFile['kind'],
  details: { pointer: string; editable?: string },
): Fault {
  const [what, code] = WANTED[kind];
  return fault(code, `Expected ${what} as upload but ${id} is ${contentType}.`, {
    ...details,
    hint: `Upload ${what} and send its id.`,
  });
}
