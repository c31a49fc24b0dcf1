import { openFontFile } from '../fonts/index.ts';
import { type ProbedFile, probeFile } from '../media/probe/index.ts';

/** The properties of an upload. A font has the names by which a template may request it. */
export type ProbedUpload = ProbedFile & { fontNames: string[] };

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
