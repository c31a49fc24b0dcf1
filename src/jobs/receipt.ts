import { sha256 } from '../base/index.ts';
import type { OutputFile, RenderSession, TemplateVersion } from '../database/index.ts';
import { engineFacts } from '../render/index.ts';
import type { Pinned } from './pin-inputs.ts';

/**
 * Digests (SHA-256) of all that decided over a session's files, and of the files: whoever has the
 * same inputs and the same engine gets the same bytes.
 */
export async function receiptOf(
  { mapping }: Pick<RenderSession, 'mapping'>,
  version: Pick<TemplateVersion, 'id' | 'digest'>,
  pinned: Pinned,
  fonts: readonly { name: string; digest: string }[],
  outputs: readonly OutputFile[],
): Promise<Record<string, unknown>> {
  const { id: _, ...content } = mapping;
  return {
    template: { template_style_version_id: version.id, sha256: version.digest },
    mapping: sha256(JSON.stringify(sorted(content))),
    media: Object.fromEntries(
      Object.entries(pinned).map(([pointer, input]) => [pointer, input.sha256]),
    ),
    fonts: Object.fromEntries(fonts.map(({ name, digest }) => [name, digest])),
    engine: await engineFacts(),
    outputs: Object.fromEntries(outputs.map((output) => [output.file, output.sha256])),
  };
}

/** The order in which a client happens to write its fields says nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, sorted(one)] as const);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}
