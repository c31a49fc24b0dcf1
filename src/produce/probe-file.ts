import type { Worded } from '../base/index.ts';
import { openFontFile } from '../fonts/index.ts';
import type { WantedFile } from '../mapping/index.ts';
import { type IngestedAudio, probeAudio } from '../media/audio/index.ts';
import type { FileToProbe } from '../media/file/index.ts';
import { probeFont } from '../media/font/index.ts';
import { type IngestedImage, probeImage } from '../media/image/index.ts';
import { type ProbedUpload, probeFile, readCaptions } from '../media/probe/index.ts';
import { probeVideo, type VideoInputFacts } from '../media/video/index.ts';
import type { SaidWord } from '../speech/index.ts';

/** The properties of a file that fills an editable. */
export type ProbedInput =
  | ({ kind: 'image' } & Pick<IngestedImage, 'contentType' | 'width' | 'height'>)
  | ({ kind: 'video' } & VideoInputFacts)
  | ({ kind: 'audio' } & Pick<
      IngestedAudio,
      'contentType' | 'durationSeconds' | 'sampleRate' | 'channels'
    > & {
        /** The words of a spoken text, with their times in the file. */
        said?: SaidWord[];
        /** Spoken by espeak-ng, because no server is configured. */
        isDraft?: true;
      })
  | { kind: 'font'; contentType: string }
  | {
      kind: 'captions';
      contentType: string;
      /** The language in which the words of audio are spoken. */
      language?: string;
      /** Why captions whose words come from audio have no cues. */
      missing?: Worded;
      /** The attempt of a session in which their words could not be had. Another attempt tries again. */
      failedAttempt?: number;
    };

export type InputToProbe = FileToProbe & Pick<WantedFile, 'kind'>;

/**
 * Probes a file of the expected kind. Throws an AppError, such as `asset_corrupt`, for a file that cannot be
 * used.
 */
export async function probeInput(
  { kind, path, sha256, what, details }: InputToProbe,
  signal?: AbortSignal,
): Promise<ProbedInput> {
  if (kind === 'image') return { kind, ...(await probeImage(path, what, details, signal)) };
  if (kind === 'video') return { kind, ...(await probeVideo(path, what, details, signal)) };
  if (kind === 'audio') return { kind, ...(await probeAudio(path, what, details, signal)) };
  if (kind === 'captions') return { kind, contentType: (await readCaptions(path)).contentType };
  const { contentType } = await probeFont(path, what);
  await openFontFile({ path, sha256 }, what);
  return { kind, contentType };
}

export type UploadToProbe = { path: string; bytes: number; sha256: string };

/** Probes a file of unknown kind. Throws an AppError for a file that cannot be used. */
export async function probeUpload(
  file: UploadToProbe,
  signal?: AbortSignal,
): Promise<ProbedUpload> {
  const what = 'the upload';
  const probed = await probeFile(file, what, signal);
  const faces = probed.kind === 'font' ? await openFontFile(file, what) : [];
  const names = faces.flatMap(({ postScriptName, family }) => [postScriptName, family]);
  return { ...probed, fontNames: [...new Set(names)] };
}
