import { z } from 'zod';
import { AppError, type Fault, fault, isoTime, newId } from '../../base/index.ts';
import type { ExternalUpload, NewUpload, TemplateVersion } from '../../database/index.ts';
import {
  fillPath,
  longestPrefix,
  type PathValues,
  parseTarget,
  showTarget,
  type Target,
} from '../../delivery/index.ts';
import type { ApiContext } from '../context.ts';

const header = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]+$/, { error: 'printable ASCII characters' });

export const externalUpload = z.strictObject({
  to: z.string().min(1).max(4000).meta({
    description:
      'Where the file goes; {id}, {title}, {external_id} and {metadata.<key>} are filled in. With / at its end a folder.',
  }),
  file: z
    .string()
    .regex(/^(video|poster|thumbnails|thumbnail_\d\d)$/, {
      error: 'video, poster, thumbnails or thumbnail_01',
    })
    .optional()
    .meta({ description: 'video by itself; thumbnails are one upload each, numbered by {index}' }),
  content_type: header.optional(),
  cache_control: header.optional(),
  overwrite: z.boolean().optional().meta({ description: 'true by itself' }),
});
type Request = z.infer<typeof externalUpload>;

const DIGITS = 2;

/**
 * The uploads that a session is to have, or what is wrong with them. `values` are what the
 * placeholders stand for; they stay as they are now, whatever becomes of the session.
 */
export async function planUploads(
  context: ApiContext,
  accountId: string,
  requests: readonly Request[],
  version: TemplateVersion | undefined,
  values: PathValues,
): Promise<{ faults: Fault[]; uploads: NewUpload[] }> {
  const faults: Fault[] = [];
  const uploads: NewUpload[] = [];
  if (requests.length === 0) return { faults, uploads };
  const destinations = await context.db.destinations.all(accountId);
  const taken = new Map<string, string>();
  const place = (request: Request, file: string, pointer: string) => {
    const target = filled(request.to, file, values, pointer);
    if ('faults' in target) return target.faults;
    const shown = showTarget(target);
    const first = taken.get(shown);
    if (first !== undefined) {
      const hint = 'Give each its own place.';
      const message = `Expected a place of its own for ${pointer} but ${first} goes there as well.`;
      return [fault('target_invalid', message, { pointer, hint })];
    }
    taken.set(shown, pointer);
    const reach = reachFaults(context, target, longestPrefix(destinations, target), pointer);
    if (reach.length > 0) return reach;
    const id = newId('xup');
    uploads.push({
      id,
      file,
      to: showTarget(parseTarget(request.to, pointer)),
      target: shown,
      queryBox: target.query === '' ? null : context.vault.seal(target.query, id),
      contentType: request.content_type ?? (file === 'video' ? 'video/mp4' : 'image/jpeg'),
      cacheControl: request.cache_control ?? null,
      overwrite: request.overwrite ?? true,
    });
    return [];
  };
  for (const [index, request] of requests.entries()) {
    const pointer = `/external_uploads/${index}/to`;
    const { files, faults: some } = filesOf(request, version, `/external_uploads/${index}`);
    faults.push(...some);
    for (const file of files) {
      const own = place(request, file, pointer);
      faults.push(...own);
      if (own.length > 0) break;
    }
  }
  return { faults, uploads };
}

/** Thumbnails are one for each still of the template. */
function filesOf(
  { file = 'video', to }: Request,
  version: TemplateVersion | undefined,
  pointer: string,
): { files: string[]; faults: Fault[] } {
  const count = Object.keys(version?.stillcuts ?? {}).length;
  if (file === 'thumbnails') {
    if (!to.endsWith('/') && !to.includes('{index}')) {
      const message = `Expected a folder for ${pointer}/to but it has no / at its end.`;
      const hint = 'Put / at its end, or {index} where their numbers are to stand.';
      return {
        files: [],
        faults: [fault('target_invalid', message, { pointer: `${pointer}/to`, hint })],
      };
    }
    const names = Array.from({ length: count }, (_, i) => numbered(i + 1));
    return { files: names, faults: [] };
  }
  const [, number] = /^thumbnail_(\d\d)$/.exec(file) ?? [];
  if (number === undefined || !version) return { files: [file], faults: [] };
  if (Number(number) >= 1 && Number(number) <= count) return { files: [file], faults: [] };
  const message = `Expected one of the ${count} thumbnails for ${pointer}/file but received ${file}.`;
  const hint = `The template has ${numbered(1)} to ${numbered(count)}.`;
  return {
    files: [],
    faults: [fault('invalid_request', message, { pointer: `${pointer}/file`, hint })],
  };
}

function numbered(number: number): string {
  return `thumbnail_${String(number).padStart(DIGITS, '0')}`;
}

function filled(
  to: string,
  file: string,
  values: PathValues,
  pointer: string,
): Target | { faults: readonly Fault[] } {
  try {
    const target = parseTarget(to, pointer);
    // What is presigned is signed as it stands.
    if (target.query !== '') return target;
    const [, index = ''] = /_(\d+)$/.exec(file) ?? [];
    const name = file === 'video' ? 'video.mp4' : `${file}.jpg`;
    const isFolder = target.path === '' || target.path.endsWith('/');
    const whole = (isFolder ? target.path + name : target.path).replaceAll('{index}', index);
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
  try {
    checkUrl(`https://${target.place}/`);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.faults.map((one) => ({ ...one, pointer }));
  }
}

export function presentUpload(upload: ExternalUpload) {
  const timeOf = (ms: number | null) => (ms === null ? null : isoTime(ms));
  return {
    id: upload.id,
    to: upload.to,
    file: upload.file,
    status: upload.status,
    attempts: upload.attempts,
    next_attempt_at: timeOf(upload.nextAttemptAtMs),
    remote_id: upload.remoteId,
    bytes: upload.bytes,
    md5: upload.md5,
    version: upload.version,
    error: upload.error,
    ended_at: timeOf(upload.endedAtMs),
  };
}
