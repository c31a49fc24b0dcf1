import { openFontFile } from '../fonts/index.ts';
import { type ProbedFile, probeFile } from '../media/probe/index.ts';

/** What an upload is; of a font the names by which a template may ask for it. */
export type ProbedUpload = ProbedFile & { fontNames: string[] };

/** Looks at a file of unknown kind. Throws an AppError for one that cannot be used. */
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
