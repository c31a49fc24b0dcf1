import { defined, type Fault, fault, quoted, say } from '../base/index.ts';
import { fontRequests } from './font-changes.ts';
import { type AudioSource, entryPointer, type ParsedMapping } from './parsed-mapping.ts';

/** A file that a mapping names. */
export type WantedFile = {
  /** `video`: a video, or an image in its place. */
  kind: 'image' | 'video' | 'audio' | 'font' | 'captions';
  /** JSON Pointer of its entry in the mapping. */
  pointer: string;
  /** Absent for an entry of `font_changes` and for captions. */
  editable?: string;
  /** For a font file: the fonts of the animation that it replaces. */
  fonts: readonly string[];
  /** Only audio can be spoken. */
  source: AudioSource;
};

/** Returns every file that a mapping names: images and videos, then audio tracks, fonts and captions. */
export function wantedFiles(mapping: ParsedMapping): WantedFile[] {
  const media: WantedFile[] = [];
  const tracks: WantedFile[] = [];
  for (const [editable, entry] of Object.entries(mapping.entries)) {
    const { kind } = entry;
    if (kind !== 'image' && kind !== 'video' && kind !== 'audio') continue;
    if (entry.source === null) continue;
    const pointer = entryPointer(editable, kind);
    const list = kind === 'audio' ? tracks : media;
    list.push({ kind, pointer, editable, fonts: [], source: entry.source });
  }
  const fonts = fontRequests(mapping).flatMap(({ source, ...request }): WantedFile[] =>
    'font_name' in source ? [] : [{ kind: 'font', ...request, source }],
  );
  const captions = (mapping.captions ?? []).flatMap(({ pointer, source }): WantedFile[] =>
    'cues' in source || 'from' in source ? [] : [{ kind: 'captions', pointer, fonts: [], source }],
  );
  return [...media, ...tracks, ...fonts, ...captions];
}

/** Returns the fault of a file whose upload does not exist; its pointer is relative to the mapping. */
export function unknownUpload({ pointer, editable, source }: WantedFile): Fault {
  const id = 'upload_id' in source ? source.upload_id : '';
  const shortId = quoted(id.slice(0, 60).toWellFormed());
  return fault('upload_unknown', say`The upload ${shortId} does not exist or has expired.`, {
    pointer: `${pointer}/source/upload_id`,
    ...defined({ editable }),
    hint: 'Upload the file again with POST /v2/uploads.',
  });
}
