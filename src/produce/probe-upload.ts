import { openFontFile } from '../fonts/index.ts';
import { type ProbedUpload, probeFile } from '../media/probe/index.ts';

export type { ProbedUpload };

/** Probes a file of unknown kind. Throws an AppError for a file that cannot be used. */
export async function probeUpload(
  file: { path: string; bytes: number; sha256: string },
  signal?: AbortSignal,
): Promise<ProbedUpload> {
  const what = 'the upload';
  const probed = await probeFile(file, what, signal);
  const faces = probed.kind === 'font' ? await openFontFile(file, what) : [];
  const names = faces.flatMap(({ postScriptName, family }) => [postScriptName, family]);
  return { ...probed, fontNames: [...new Set(names)] };
}
