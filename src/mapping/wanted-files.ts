import { jsonPointer } from '../base/index.ts';
import type { Editables } from '../template/index.ts';
import { trackFiles } from './audio-tracks.ts';
import { type CheckedMapping, type FileSource, fileSource } from './entries.ts';
import { fontRequests } from './font-changes.ts';

/** A file that a mapping brings. */
export type WantedFile = {
  /** `film`: a video, or a picture in its place. */
  kind: 'image' | 'video' | 'audio' | 'font';
  /** JSON Pointer of its entry in the mapping. */
  pointer: string;
  /** Absent for an entry of `font_changes`. */
  editable?: string;
  /** Font: the fonts of the animation that it takes the place of. */
  fonts: readonly string[];
  source: FileSource;
};

/** Every file of a mapping, in its order. */
export function wantedFiles(editables: Editables, mapping: CheckedMapping): WantedFile[] {
  const images = Object.entries(mapping.resources).flatMap(([editable, entry]): WantedFile[] => {
    const source = fileSource(entry);
    const type = editables[editable]?.input_type;
    if (!source || (type !== 'image' && type !== 'video')) return [];
    const pointer = jsonPointer('resources', editable);
    return [{ kind: type === 'video' ? 'video' : 'image', pointer, editable, fonts: [], source }];
  });
  const fonts = fontRequests(editables, mapping).flatMap(({ source, ...request }): WantedFile[] =>
    'font_name' in source ? [] : [{ kind: 'font', ...request, source }],
  );
  const tracks = trackFiles(mapping).map(
    (file): WantedFile => ({ kind: 'audio', ...file, fonts: [] }),
  );
  return [...images, ...tracks, ...fonts];
}
