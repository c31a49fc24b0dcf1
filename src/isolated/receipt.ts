import type { OutputFile, RenderSession, TemplateVersion } from '../database/index.ts';
import type { OutputSettings } from '../output/index.ts';
import type { IngestedAssets } from '../produce/index.ts';
import type { Hardware } from '../raster/index.ts';
import { engineFacts } from '../segments/index.ts';
import { sha256 } from '../system/index.ts';

/**
 * Returns the SHA-256 digests of all inputs that determine a session's files, and of the files. The
 * same inputs, settings and engine give the same bytes.
 */
export async function receiptOf(
  { mapping }: Pick<RenderSession, 'mapping'>,
  version: Pick<TemplateVersion, 'id' | 'digest'>,
  ingested: IngestedAssets,
  fonts: readonly { name: string; digest: string }[],
  planned: readonly (OutputSettings & { file: string })[],
  outputs: readonly OutputFile[],
  { hardware, loudnessTargetLufs }: { hardware: Hardware; loudnessTargetLufs: number | undefined },
): Promise<Record<string, unknown>> {
  const { id: _, ...content } = mapping;
  return {
    template: { template_style_version_id: version.id, sha256: version.digest },
    mapping: sha256(JSON.stringify(sorted(content))),
    media: Object.fromEntries(
      Object.entries(ingested).map(([pointer, input]) => [pointer, input.sha256]),
    ),
    // Several faces may have the same name.
    fonts: [
      ...new Map(fonts.map(({ name, digest }) => [digest, { name, sha256: digest }])).values(),
    ],
    settings: {
      loudness_target_lufs: loudnessTargetLufs ?? null,
      outputs: Object.fromEntries(
        planned.map((output) => [output.file, settingsOf(output, hardware)]),
      ),
    },
    engine: await engineFacts(),
    outputs: Object.fromEntries(outputs.map((output) => [output.file, output.sha256])),
  };
}

function settingsOf(output: OutputSettings, hardware: Hardware) {
  const { format, codec, width, height, fps, quality } = output;
  const encoder = (hardware as Record<string, string | undefined>)[codec] ?? 'software';
  return { format, codec, width, height, fps, quality, encoder };
}

/** Sorts the fields of objects, so that their order in the request does not change the digest. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
