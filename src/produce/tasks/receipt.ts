import type { OutputFile, RenderSession } from '../../database/index.ts';
import type { OutputSettings } from '../../output/index.ts';
import type { Hardware } from '../../raster/index.ts';
import { engineFacts } from '../../render/index.ts';
import { sha256 } from '../../system/index.ts';
import type { IngestedAssets } from '../ingest-inputs.ts';

type ReceiptInput = Pick<RenderSession, 'mapping'> & {
  /** `digest` is the SHA-256 of the package. */
  template: { versionId: string; digest: string; importerVersion: number };
  ingested: IngestedAssets;
  fonts: readonly { name: string; digest: string }[];
  toRender: readonly (OutputSettings & { file: string })[];
  outputs: readonly OutputFile[];
  captions: readonly { name: string; sha256: string }[];
  hardware: Hardware;
  loudnessTargetLufs: number | null;
};

/**
 * Digests (SHA-256) of all inputs and settings that decide a session's files, the versions of
 * importer and engine, and digests of the files: the same inputs, settings and versions give the
 * same bytes.
 */
export async function receiptOf({
  mapping,
  template: { versionId, digest, importerVersion },
  ingested,
  fonts,
  toRender,
  outputs,
  captions,
  hardware,
  loudnessTargetLufs,
}: ReceiptInput): Promise<Record<string, unknown>> {
  const { id: _, ...content } = mapping;
  return {
    template: {
      template_style_version_id: versionId,
      sha256: digest,
      importer_version: importerVersion,
    },
    mapping: sha256(JSON.stringify(sorted(content))),
    media: Object.fromEntries(
      Object.entries(ingested).map(([pointer, input]) => [pointer, input.sha256]),
    ),
    // Several faces may have one name, and one file several faces.
    fonts: [
      ...new Map(
        fonts.map(({ name, digest }) => [`${digest} ${name}`, { name, sha256: digest }]),
      ).values(),
    ],
    settings: {
      loudness_target_lufs: loudnessTargetLufs,
      outputs: Object.fromEntries(
        toRender.map((output) => [output.file, settingsOf(output, hardware)]),
      ),
    },
    engine: await engineFacts(),
    outputs: Object.fromEntries([
      ...outputs.map((output) => [output.file, output.sha256] as const),
      ...captions.map(({ name, sha256: fileDigest }) => [name, fileDigest] as const),
    ]),
  };
}

/**
 * The settings of an output for the receipt. `encoder`: the hardware encoder of its codec, or `software`.
 */
function settingsOf(output: OutputSettings, hardware: Hardware) {
  const { format, codec, width, height, fps, quality } = output;
  const encoder = (hardware as Record<string, string | undefined>)[codec] ?? 'software';
  return { format, codec, width, height, fps, quality, encoder };
}

/** The order in which a client writes the fields does not change the digest. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
