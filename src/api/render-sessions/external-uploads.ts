import { z } from 'zod';
import { AppError, type Fault, fault, newId } from '../../base/index.ts';
import type { NewUpload, TemplateVersion } from '../../database/index.ts';
import {
  fillPath,
  longestPrefix,
  type PathValues,
  parseTarget,
  showTarget,
  type Target,
  urlPathFaults,
} from '../../delivery/index.ts';
import { FORMATS, type OutputSettings } from '../../output/index.ts';
import type { ApiContext } from '../context.ts';

const header = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/, { error: 'printable ASCII characters' });

export const externalUpload = z.strictObject({
  to: z.string().min(1).max(4000).meta({
    description:
      'Where the file goes; {id}, {title}, {external_id}, {metadata.<key>} and {ext} are filled in. With / at its end a folder.',
  }),
  file: z
    .string()
    .regex(/^(video(_[2-4])?|poster|thumbnails|thumbnail_\d\d)$/, {
      error: 'video, video_2, poster, thumbnails or thumbnail_01',
    })
    .optional()
    .meta({ description: 'video by itself; thumbnails are one upload each, numbered by {index}' }),
  render: z
    .enum(['preview', 'final'])
    .optional()
    .meta({ description: 'After which render it is sent; by itself after each' }),
  content_type: header.optional(),
  cache_control: header.optional(),
  overwrite: z.boolean().optional().meta({ description: 'true by itself' }),
});
type Request = z.infer<typeof externalUpload>;

/** What a session will have; no outputs where they are not known for their faults. */
export type SessionFiles = {
  version: TemplateVersion | undefined;
  outputs: readonly OutputSettings[];
};

const DIGITS = 2;
const IMAGE = { extension: 'jpg', contentType: 'image/jpeg' };

/**
 * The uploads that a session is to have, or what is wrong with them; one of the wrong shape is passed
 * over: that is the schema's to tell. `values` are what the
 * placeholders stand for; they stay as they are now, whatever becomes of the session.
 */
export async function planUploads(
  context: ApiContext,
  accountId: string,
  requests: readonly unknown[],
  files: SessionFiles,
  values: PathValues,
): Promise<{ faults: Fault[]; uploads: NewUpload[] }> {
  const faults: Fault[] = [];
  const uploads: NewUpload[] = [];
  if (requests.length === 0) return { faults, uploads };
  const destinations = await context.db.destinations.all(accountId);
  const taken: { shown: string; render: Request['render']; pointer: string }[] = [];
  const place = (request: Request, file: string, pointer: string) => {
    const { extension, contentType } = kindOf(file, files);
    const target = filled(request.to, `${file}.${extension}`, values, pointer);
    if ('faults' in target) return target.faults;
    const shown = showTarget(target);
    const { render } = request;
    // A final may take the place of its preview.
    const others = taken.filter((one) => !one.render || !render || one.render === render);
    const first = others.find((one) => one.shown === shown)?.pointer;
    if (first !== undefined) {
      const hint = 'Give each its own place.';
      const message = `Expected a place of its own for ${pointer} but ${first} goes there as well.`;
      return [fault('target_invalid', message, { pointer, hint })];
    }
    taken.push({ shown, render, pointer });
    const reach = reachFaults(context, target, longestPrefix(destinations, target), pointer);
    if (reach.length > 0) return reach;
    const id = newId('xup');
    uploads.push({
      id,
      file,
      to: showTarget(parseTarget(request.to, pointer)),
      target: shown,
      encryptedQuery: target.query === '' ? null : context.vault.encrypt(target.query, id),
      ...(render && { render }),
      contentType: request.content_type ?? contentType,
      cacheControl: request.cache_control ?? null,
      overwrite: request.overwrite ?? true,
    });
    return [];
  };
  for (const [index, given] of requests.entries()) {
    const { data: request } = externalUpload.safeParse(given);
    if (!request) continue;
    const pointer = `/external_uploads/${index}/to`;
    const { names, faults: some } = filesOf(request, files, `/external_uploads/${index}`);
    faults.push(...some);
    for (const file of names) {
      const own = place(request, file, pointer);
      faults.push(...own);
      if (own.length > 0) break;
    }
  }
  return { faults, uploads };
}

/** A file's ending and type; what is wrong with its name is told elsewhere. */
function kindOf(file: string, { outputs }: SessionFiles) {
  if (!file.startsWith('video')) return IMAGE;
  const [, number = '1'] = /_(\d)$/.exec(file) ?? [];
  return FORMATS[outputs[Number(number) - 1]?.format ?? 'mp4'];
}

/** Thumbnails are one for each still of the template. */
function filesOf(
  { file = 'video', to }: Request,
  { version, outputs }: SessionFiles,
  pointer: string,
): { names: string[]; faults: Fault[] } {
  const count = Object.keys(version?.stillcuts ?? {}).length;
  const refuse = (message: string, hint: string) => ({
    names: [],
    faults: [fault('invalid_request', message, { pointer: `${pointer}/file`, hint })],
  });
  if (file === 'thumbnails') {
    if (/^https:[^?]*\?/i.test(to)) {
      const message = `Expected a place for each thumbnail for ${pointer}/to but what is presigned is one.`;
      const hint = `Give each an upload of its own: ${numbered(1)} and so on.`;
      return {
        names: [],
        faults: [fault('target_invalid', message, { pointer: `${pointer}/to`, hint })],
      };
    }
    if (!to.endsWith('/') && !to.includes('{index}')) {
      const message = `Expected a folder for ${pointer}/to but it has no / at its end.`;
      const hint = 'Put / at its end, or {index} where their numbers are to stand.';
      return {
        names: [],
        faults: [fault('target_invalid', message, { pointer: `${pointer}/to`, hint })],
      };
    }
    const names = Array.from({ length: count }, (_, i) => numbered(i + 1));
    return { names, faults: [] };
  }
  const [, kind, number] = /^(video|thumbnail)_(\d+)$/.exec(file) ?? [];
  if (kind === 'video' && outputs.length > 0 && Number(number) > outputs.length) {
    return refuse(
      `Expected one of the ${outputs.length} outputs for ${pointer}/file but received ${file}.`,
      'The first output is video, the second video_2.',
    );
  }
  if (kind !== 'thumbnail' || !version) return { names: [file], faults: [] };
  if (Number(number) >= 1 && Number(number) <= count) return { names: [file], faults: [] };
  return refuse(
    `Expected one of the ${count} thumbnails for ${pointer}/file but received ${file}.`,
    `The template has ${numbered(1)} to ${numbered(count)}.`,
  );
}

function numbered(number: number): string {
  return `thumbnail_${String(number).padStart(DIGITS, '0')}`;
}

function filled(
  to: string,
  name: string,
  values: PathValues,
  pointer: string,
): Target | { faults: readonly Fault[] } {
  try {
    const target = parseTarget(to, pointer);
    // What is presigned is signed as it stands.
    if (target.query !== '') return target;
    const [, index = '', extension = ''] = /(?:_(\d+))?\.(\w+)$/.exec(name) ?? [];
    const isFolder = target.path === '' || target.path.endsWith('/');
    const whole = (isFolder ? target.path + name : target.path)
      .replaceAll('{index}', index)
      .replaceAll('{ext}', extension);
    const encode = target.kind === 'https' ? encodeURIComponent : undefined;
    const { path, faults } = fillPath(whole, values, pointer, encode);
    return faults.length > 0 ? { faults } : { ...target, path };
  } catch (error) {
    if (error instanceof AppError) return { faults: error.faults };
    throw error;
  }
}

/** Whether there is a key to a place, and whether it may be reached at all. */
function reachFaults(
  { checkUrl }: Pick<ApiContext, 'checkUrl'>,
  target: Target,
  destination: unknown,
  pointer: string,
): Fault[] {
  const isPresigned = target.kind === 'https' && target.query !== '';
  if (destination === undefined && !isPresigned) {
    const { kind, place } = target;
    const prefix = showTarget({ kind, place, path: '', query: '' }).replace(/\/$/, '');
    const message = `Expected a destination for ${pointer} but none has a prefix of ${showTarget(target).slice(0, 200)}.`;
    const hint = `Make one with POST /v2/destinations and a prefix such as ${prefix}.`;
    return [fault('destination_unknown', message, { pointer, hint })];
  }
  if (target.kind !== 'https') return [];
  // With the keys of a destination nothing is sent beside its prefix.
  const beside = destination === undefined ? [] : urlPathFaults(target.path, pointer);
  if (beside.length > 0) return beside;
  try {
    checkUrl(`https://${target.place}/`);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults.map((one) => ({ ...one, pointer }));
  }
}
