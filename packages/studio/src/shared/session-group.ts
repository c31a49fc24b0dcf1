import type { RenderSessionCreate } from '@framepress/client';

/** The entry of `metadata` that all sizes of one video have. */
export const GROUP_KEY = 'framepress_group';

/** The entry of `metadata` with the size of the frame, which is known before the render. */
const SIZE_KEY = 'framepress_size';

type Size = { width: number; height: number };

/** Returns the size of a session in pixels; undefined if neither its video nor its metadata has it. */
export function sizeOf(session: {
  width: number | null;
  height: number | null;
  metadata: Record<string, string>;
}): Size | undefined {
  const { width, height, metadata } = session;
  if (width && height) return { width, height };
  const [, x, y] = /^(\d{1,5})x(\d{1,5})$/.exec(metadata[SIZE_KEY] ?? '') ?? [];
  return Number(x) > 0 && Number(y) > 0 ? { width: Number(x), height: Number(y) } : undefined;
}

/** Returns the metadata of one size of a group. */
export function groupMetadata(groupId: string, { width, height }: Size): Record<string, string> {
  return { [GROUP_KEY]: groupId, [SIZE_KEY]: `${width}x${height}` };
}

/** Returns the id of the group of a session; undefined for a video of one size. */
export function groupOf({ metadata }: { metadata: Record<string, string> }): string | undefined {
  return metadata[GROUP_KEY];
}

/** Returns an id that no other group has. */
export function newGroupId(): string {
  return `grp_${crypto.randomUUID().replaceAll('-', '')}`;
}

type Version = {
  id: string;
  editables: Readonly<Record<string, unknown>>;
  fonts: readonly string[];
};
type Mapping = {
  resources?: object | undefined;
  audio_tracks?: object | undefined;
  font_changes?: object | undefined;
  captions?: unknown;
};

/** The audio track that every version has. */
const VOICE_TRACK = 'voice';

/**
 * Returns the mapping for another size of the template: without entries that the size does not have.
 * Required fields without an entry show the examples of the size.
 */
export function mappingFor(
  { id, editables, fonts }: Version,
  mapping: Mapping,
): RenderSessionCreate['mapping'] {
  const { resources = {}, audio_tracks: tracks, font_changes: changes, captions } = mapping;
  const filterEntries = (entries: object, has: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(entries).filter(([name]) => has(name)));
  return {
    template_style_version_id: id,
    resources: filterEntries(resources, (name) => Object.hasOwn(editables, name)),
    ...(tracks && {
      audio_tracks: filterEntries(
        tracks,
        (name) => Object.hasOwn(editables, name) || name === VOICE_TRACK,
      ),
    }),
    ...(changes && { font_changes: filterEntries(changes, (name) => fonts.includes(name)) }),
    ...(captions !== undefined && { captions }),
    missing: 'example',
  } as RenderSessionCreate['mapping'];
}
