import { z } from 'zod';
import { AppError, type Fault, fault, newId, say, type Wording } from '../base/index.ts';
import type { NewUpload, TemplateVersion } from '../database/index.ts';
import {
  type DeliveryTarget,
  fillPath,
  longestPrefix,
  type PathValues,
  parseTarget,
  showTarget,
  urlPathFaults,
} from '../delivery/index.ts';
import { DEFAULT_FORMAT, FORMATS, type OutputSettings } from '../output/index.ts';
import { captionFiles, captionFormats, pathBeside } from './caption-deliveries.ts';
import type { SessionContext } from './session-context.ts';

const header = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/, { error: 'printable ASCII characters' });

export const deliveryRequest = z
  .strictObject({
    to: z
      .string()
      .min(1)
      .max(4000)
      .meta({
        description:
          'The target of the file. The placeholders {id}, {title}, {external_id}, {metadata.<key>} and {ext} are replaced. With / at the end it is a folder.',
      }),
    file: z
      .string()
      .regex(/^(video(_[2-4])?|poster|thumbnails|thumbnail_\d\d)$/, {
        error: 'video, video_2, poster, thumbnails or thumbnail_01',
      })
      .optional()
      .meta({
        description:
          'Default: video. thumbnails is one upload for each thumbnail, numbered by {index}.',
      }),
    captions: captionFormats.optional(),
    render: z
      .enum(['preview', 'final'])
      .optional()
      .meta({ description: 'The render after which the file is sent. Default: after each render' }),
    content_type: header.optional(),
    cache_control: header.optional(),
    overwrite: z
      .boolean()
      .optional()
      .meta({ description: 'Whether to replace an existing object. Default: true' }),
  })
  .meta({ id: 'ExternalUploadCreate', examples: [{ to: 's3://videos/{external_id}.{ext}' }] });
type Request = z.infer<typeof deliveryRequest>;

/** The files that a session will produce. `outputs` is empty when the outputs have faults. */
export type SessionFiles = {
  version: TemplateVersion | undefined;
  outputs: readonly OutputSettings[];
  /** The captions of the mapping as it is stored. */
  captions: unknown;
};

const DIGITS = 2;
const IMAGE = { extension: 'jpg', contentType: 'image/jpeg' };

type UploadPlanning = {
  context: Pick<SessionContext, 'db' | 'vault' | 'checkUrl'>;
  accountId: string;
  requests: readonly unknown[];
  files: SessionFiles;
  values: PathValues;
};

/** A target that another session may have, too: it does not contain the id of the session. */
export type PlannedTarget = { target: string; render: Request['render']; pointer: string };

/**
 * Returns the uploads of a session, or their faults. Uploads of the wrong shape are skipped: the
 * schema reports them. `values` replace the placeholders now; later changes of the session do not
 * change the targets.
 */
export async function planUploads({
  context,
  accountId,
  requests,
  files,
  values,
}: UploadPlanning): Promise<{
  faults: Fault[];
  deliveries: NewUpload[];
  targets: PlannedTarget[];
}> {
  const faults: Fault[] = [];
  const deliveries: NewUpload[] = [];
  const targets: PlannedTarget[] = [];
  if (requests.length === 0) return { faults, deliveries, targets };
  const destinations = await context.db.destinations.all(accountId);
  const planned: { targetText: string; render: Request['render']; pointer: string }[] = [];
  const place = (
    request: Request,
    file: string,
    pointer: string,
    captions?: ReturnType<typeof captionFiles>[number],
  ) => {
    const { extension, contentType } = formatOf(file, files);
    const main = fillTarget(request.to, `${file}.${extension}`, values, pointer);
    if ('faults' in main) return main.faults;
    const target = captions
      ? { ...main, path: pathBeside(main.path, extension, captions.suffix) }
      : main;
    const targetText = showTarget(target);
    const { render } = request;
    // A final may replace its preview at the same target.
    const others = planned.filter((u) => !u.render || !render || u.render === render);
    const first = others.find((u) => u.targetText === targetText)?.pointer;
    if (first !== undefined) {
      const hint = 'Use a different target for each upload.';
      const message = say`Expected a unique target for ${pointer} but ${first} has the same target.`;
      return [fault('target_invalid', message, { pointer, hint })];
    }
    planned.push({ targetText, render, pointer });
    // The query of a presigned URL may name the object.
    if (!request.to.includes('{id}'))
      targets.push({ target: `${targetText}?${target.query}`, render, pointer });
    const reach = reachFaults(context, target, longestPrefix(destinations, target), pointer);
    if (reach.length > 0) return reach;
    const id = newId('xup');
    deliveries.push({
      id,
      file: captions?.file ?? file,
      to: showTarget(parseTarget(request.to, pointer)),
      target: targetText,
      encryptedQuery: target.query === '' ? null : context.vault.encrypt(target.query, id),
      ...(render && { render }),
      contentType: captions?.contentType ?? request.content_type ?? contentType,
      cacheControl: request.cache_control ?? null,
      overwrite: request.overwrite ?? true,
    });
    return [];
  };
  for (const [index, entry] of requests.entries()) {
    const { data: request } = deliveryRequest.safeParse(entry);
    if (!request) continue;
    const pointer = `/external_uploads/${index}/to`;
    const { names, faults: fileFaults } = filesOf(request, files, `/external_uploads/${index}`);
    faults.push(...fileFaults);
    for (const file of names) {
      const placeFaults = place(request, file, pointer);
      faults.push(...placeFaults);
      if (placeFaults.length > 0) break;
    }
    const { captions: formats, file = 'video' } = request;
    if (!formats) continue;
    const ownFaults = besideFaults(request, `/external_uploads/${index}/captions`);
    faults.push(...ownFaults);
    if (ownFaults.length > 0 || fileFaults.length > 0) continue;
    for (const captions of captionFiles(formats, files.captions)) {
      const placeFaults = place(request, file, pointer, captions);
      faults.push(...placeFaults);
      if (placeFaults.length > 0) break;
    }
  }
  return { faults, deliveries, targets };
}

/** Returns the faults of captions that cannot be sent beside a file. */
function besideFaults({ file = 'video', to }: Request, pointer: string): Fault[] {
  if (!file.startsWith('video')) {
    const message = say`Expected no captions for ${pointer}, because ${file} is not a video.`;
    const hint = 'Send "captions" with the delivery of a video.';
    return [fault('invalid_request', message, { pointer, hint })];
  }
  if (!/^https:[^?]*\?/i.test(to)) return [];
  const message = say`Expected no captions for ${pointer}, because a presigned URL is the target of one file.`;
  const hint = 'Use a destination, or read the captions at the addresses that the session has.';
  return [fault('target_invalid', message, { pointer, hint })];
}

/** Returns a file's extension and content type. Faults in its name are reported by `filesOf`. */
function formatOf(file: string, { outputs }: SessionFiles) {
  if (!file.startsWith('video')) return IMAGE;
  const [, number = '1'] = /_(\d)$/.exec(file) ?? [];
  return FORMATS[outputs[Number(number) - 1]?.format ?? DEFAULT_FORMAT];
}

/** Returns the names of the files of an upload. The template has a thumbnail for each still. */
function filesOf(
  { file = 'video', to }: Request,
  { version, outputs }: SessionFiles,
  pointer: string,
): { names: string[]; faults: Fault[] } {
  const count = Object.keys(version?.stillcuts ?? {}).length;
  const refuse = (message: Wording, hint: Wording) => ({
    names: [],
    faults: [fault('invalid_request', message, { pointer: `${pointer}/file`, hint })],
  });
  if (file === 'thumbnails') {
    if (/^https:[^?]*\?/i.test(to)) {
      const message = say`Expected a folder for ${pointer}/to but a presigned URL is the target of one file.`;
      const hint = say`Send a separate upload for each thumbnail: ${thumbnailName(1)} and so on.`;
      return {
        names: [],
        faults: [fault('target_invalid', message, { pointer: `${pointer}/to`, hint })],
      };
    }
    if (!to.endsWith('/') && !to.includes('{index}')) {
      const message = say`Expected a folder for ${pointer}/to but it has no / at its end.`;
      const hint = 'Add / at the end, or {index} at the position of the number.';
      return {
        names: [],
        faults: [fault('target_invalid', message, { pointer: `${pointer}/to`, hint })],
      };
    }
    const names = Array.from({ length: count }, (_, i) => thumbnailName(i + 1));
    return { names, faults: [] };
  }
  const [, kind, number] = /^(video|thumbnail)_(\d+)$/.exec(file) ?? [];
  if (kind === 'video' && outputs.length > 0 && Number(number) > outputs.length) {
    return refuse(
      say`Expected one of the ${outputs.length} outputs for ${pointer}/file but received ${file}.`,
      'The first output is video, the second video_2.',
    );
  }
  if (kind !== 'thumbnail' || !version) return { names: [file], faults: [] };
  if (Number(number) >= 1 && Number(number) <= count) return { names: [file], faults: [] };
  return refuse(
    say`Expected one of the ${count} thumbnails for ${pointer}/file but received ${file}.`,
    say`The template has ${thumbnailName(1)} to ${thumbnailName(count)}.`,
  );
}

/** Returns the name of a thumbnail, whose number is from 1: `thumbnail_01`. */
function thumbnailName(number: number): string {
  return `thumbnail_${String(number).padStart(DIGITS, '0')}`;
}

/**
 * Returns the target of a file with its placeholders replaced, or the faults. `name` is that of the file with
 * its extension; it is added to a folder. The path of a presigned URL stays: its signature covers the path.
 */
function fillTarget(
  to: string,
  name: string,
  values: PathValues,
  pointer: string,
): DeliveryTarget | { faults: readonly Fault[] } {
  try {
    const target = parseTarget(to, pointer);
    // The signature of a presigned URL covers the path: do not change it.
    if (target.query !== '') return target;
    const [, index = '', extension = ''] = /(?:_(\d+))?\.(\w+)$/.exec(name) ?? [];
    const isFolder = target.path === '' || target.path.endsWith('/');
    const template = (isFolder ? target.path + name : target.path)
      .replaceAll('{index}', index)
      .replaceAll('{ext}', extension);
    const encode = target.kind === 'https' ? encodeURIComponent : undefined;
    const { path, faults } = fillPath(template, values, pointer, encode);
    return faults.length > 0 ? { faults } : { ...target, path };
  } catch (error) {
    if (error instanceof AppError) return { faults: error.faults };
    throw error;
  }
}

/** Returns faults when no destination has credentials for a target, or its host is not allowed. */
function reachFaults(
  { checkUrl }: Pick<SessionContext, 'checkUrl'>,
  target: DeliveryTarget,
  destination: unknown,
  pointer: string,
): Fault[] {
  const isPresigned = target.kind === 'https' && target.query !== '';
  if (destination === undefined && !isPresigned) {
    const { kind, place } = target;
    const prefix = showTarget({ kind, place, path: '', query: '' }).replace(/\/$/, '');
    const message = say`No destination has a prefix for ${showTarget(target).slice(0, 200)} (${pointer}).`;
    const hint = say`Create a destination with POST /v2/destinations and a prefix such as ${prefix}.`;
    return [fault('destination_unknown', message, { pointer, hint })];
  }
  if (target.kind !== 'https') return [];
  // The credentials of a destination must not be sent to a path outside its prefix.
  const beside = destination === undefined ? [] : urlPathFaults(target.path, pointer);
  if (beside.length > 0) return beside;
  try {
    checkUrl(`https://${target.place}/`);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults.map((f) => ({ ...f, pointer }));
  }
}
