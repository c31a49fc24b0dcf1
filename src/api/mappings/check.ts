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

/** Entries that are checked, and uploads that are looked up, before other requests have their turn. */
const AT_ONCE = 200;

const VERSION_POINTER = '/mapping/template_style_version_id';

const naming = z.looseObject({ template_style_version_id: z.string() });

/** Who asks for a version; an edit token sees that of its session alone. */
export type Asking = Pick<Caller, 'accountId' | 'editor'>;

/** The version that a mapping names, when it can be rendered; else why not. */
export async function findVersion(
  context: ApiContext,
  { accountId, editor }: Asking,
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
              ? `The token is for the editor of one session: it opens ${editor.versionId}.`
              : 'Upload one with POST /v2/template_style_versions, or check the account.',
          },
        ),
      ],
    };
  }
  const unready = notReady(version, VERSION_POINTER);
  return unready ? { faults: [unready] } : { version, faults: [] };
}

const filling = z.looseObject({
  resources: z.record(z.string(), z.unknown()).optional().catch(undefined),
  audio_tracks: z.record(z.string(), z.unknown()).catch({}),
  font_changes: z.record(z.string(), z.unknown()).catch({}),
  missing: z.unknown().optional(),
});

/** Fields of a mapping, so that an editable of such a name is not taken for one that is misplaced. */
const FIELDS = new Set(['id', ...Object.keys(mappingSchema.shape)]);

/**
 * Every fault in the content of a mapping, for a request in which it is `/mapping`, and what is left
 * of it without them. A part of the wrong shape is passed over: that is the schema's to tell.
 */
export async function checkContent(
  context: ApiContext,
  version: TemplateVersion,
  mapping: unknown,
): Promise<{ faults: Fault[]; usable: CheckedMapping }> {
  const filled = filling.safeParse(mapping);
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
  // A wrong `missing`, or no `resources` at all, is one fault and not one for each editable.
  const isReported = !resources || (missing !== undefined && given.missing === undefined);
  const wrong = [
    ...misplaced,
    ...(await inBreaths(mappingFaults(spec, given))).filter(
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

/** All faults of a check, whose parts leave the thread to other requests now and then. */
async function inBreaths(parts: Iterable<Fault[]>): Promise<Fault[]> {
  const faults: Fault[] = [];
  let count = 0;
  for (const part of parts) {
    faults.push(...part);
    count += 1;
    if (count % AT_ONCE === 0) await setImmediate();
  }
  return faults;
}

/** Editables that stand beside `resources`: a common mistake. */
function misplacedEntries(editables: Editables, mapping: Record<string, unknown>): Fault[] {
  return Object.entries(mapping).flatMap(([name, entry]) => {
    const editable = Object.hasOwn(editables, name) ? editables[name] : undefined;
    return editable && !FIELDS.has(name) ? [misplacedEntry(name, editable, entry)] : [];
  });
}

/**
 * The entries that have a name of the template's and no fault; what is missing stays as designed. Not
 * every unknown name has a fault of its own.
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

/** Uploads that are not there, or of another kind than their place takes. */
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
    const page = await db.uploads.findAllIn(accountId, left.splice(0, AT_ONCE));
    for (const upload of page) found.set(upload.id, upload);
    await setImmediate();
  }
  return found;
}

/** A file of audio alone may be in a video's container; which it is, its reader says. */
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
  return fault(code, `Expected the upload of ${what} but ${id} is ${contentType}.`, {
    ...details,
    hint: `Upload ${what} and give its id.`,
  });
}
