import { FramepressError } from '@framepress/client';
import type { EditorApi } from '../api/editor-api.ts';
import type { CaptionTrack, Fault, Mapping } from '../api/types.ts';
import type { Cue } from '../cues/cue.ts';
import { withCues } from '../cues/tracks.ts';

/** The service reads no larger files. */
const MAX_FILE_BYTES = 8 * 2 ** 20;
/** A mapping may have a megabyte. */
const MAX_TRACK_CHARACTERS = 900_000;

/** Why captions cannot be read, in words of this page. */
export class CaptionRefusal extends Error {
  readonly key: 'read.too_large' | 'read.not_text' | 'read.too_many' | 'read.none';

  constructor(key: CaptionRefusal['key']) {
    super(key);
    this.key = key;
  }
}

/** Returns the text of a file: UTF-8, or UTF-16 with its mark. Throws a `CaptionRefusal`. */
export async function textOfFile(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new CaptionRefusal('read.too_large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  try {
    const decoder = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', {
      fatal: true,
    });
    const text = decoder.decode(bytes);
    if (text.includes('\0')) throw new CaptionRefusal('read.not_text');
    return text;
  } catch {
    throw new CaptionRefusal('read.not_text');
  }
}

/**
 * Lets the service read a track, and returns it with its cues. A service that cannot return cues checks the track,
 * which then stays a text. Throws the faults of the service, or a `CaptionRefusal`.
 */
export async function readTrack(
  api: EditorApi,
  mapping: Mapping,
  track: CaptionTrack,
  signal: AbortSignal,
): Promise<CaptionTrack> {
  // Whatever else is wrong in the form is not the fault of this file.
  const { template_style_version_id: id } = mapping;
  const isOfAudio = track.from !== undefined || track.of !== undefined;
  const base = isOfAudio ? mapping : { template_style_version_id: id, resources: {} };
  const request: Mapping = { ...base, missing: 'example', captions: track };
  const cues = await cuesFor(api, request, signal);
  if (!cues) {
    const { errors } = await api.validate(request, { signal });
    const faults = errors.filter(({ pointer }) => pointer?.includes('/captions'));
    if (faults.length > 0) throw faultsError(faults);
    if (JSON.stringify(track).length > MAX_TRACK_CHARACTERS)
      throw new CaptionRefusal('read.too_large');
    return track;
  }
  if (cues.length === 0) throw new CaptionRefusal('read.none');
  const readable = withCues(track, cues);
  if (JSON.stringify(readable).length <= MAX_TRACK_CHARACTERS) return readable;
  // The times of words take most of the room.
  const plain = withCues(
    track,
    cues.map(({ words: _, ...cue }) => cue),
  );
  if (JSON.stringify(plain).length > MAX_TRACK_CHARACTERS)
    throw new CaptionRefusal('read.too_many');
  return plain;
}

/** Returns the cues of a track; undefined if the service has no such operation. */
async function cuesFor(
  api: EditorApi,
  mapping: Mapping,
  signal: AbortSignal,
): Promise<readonly Cue[] | undefined> {
  try {
    const [read] = await api.captions(mapping, { signal });
    return read?.cues ?? [];
  } catch (error) {
    if (error instanceof FramepressError && (error.status === 404 || error.status === 405))
      return undefined;
    throw error;
  }
}

function faultsError(faults: readonly Fault[]): FramepressError {
  const [first] = faults;
  return new FramepressError(first?.message ?? '', {
    status: 422,
    errors: faults,
  } as ConstructorParameters<typeof FramepressError>[1]);
}
