import type { WantedFile } from '../compose/index.ts';
import {
  type FileToProbe,
  type FilmFacts,
  type PinnedImage,
  type PinnedSound,
  probeFilm,
  probeFont,
  probeImage,
  probeSound,
} from '../media/index.ts';
import { openFontFile } from '../template/index.ts';

/** What a file that fills an editable holds. */
export type ProbedInput =
  | ({ kind: 'image' } & Pick<PinnedImage, 'contentType' | 'width' | 'height'>)
  | ({ kind: 'film' } & FilmFacts)
  | ({ kind: 'audio' } & Pick<
      PinnedSound,
      'contentType' | 'durationSeconds' | 'sampleRate' | 'channels'
    >)
  | { kind: 'font'; contentType: string };

export type InputToProbe = FileToProbe & Pick<WantedFile, 'kind'>;

/** Reads a file as what it is to be. Throws an AppError, such as `asset_corrupt`, for one that cannot be used. */
export async function probeInput(
  { kind, path, sha256, what, details }: InputToProbe,
  signal?: AbortSignal,
): Promise<ProbedInput> {
  if (kind === 'image') return { kind, ...(await probeImage(path, what, details, signal)) };
  if (kind === 'film') return { kind, ...(await probeFilm(path, what, details, signal)) };
  if (kind === 'audio') return { kind, ...(await probeSound(path, what, details, signal)) };
  const { contentType } = await probeFont(path, what);
  await openFontFile({ path, sha256 }, what);
  return { kind, contentType };
}
