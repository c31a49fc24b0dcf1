import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HardwareEncoder, segmentKind } from '../raster/index.ts';
import { writePack } from './pack.ts';
import type { SegmentMaker } from './segment-maker.ts';

/** A segment in one file that any machine can draw. All paths are on the disk of the caller. */
export type PackedSegment = {
  pack: { path: string; sha256: string };
  /** Images that are not in the pack. */
  stored: { name: string; path: string; bytes: number }[];
  /** The files to write, each with the digest of its content. */
  outputs: { digest: string; path: string; kind: 'mp4' | 'webm' }[];
  frames: number;
  /** Only machines with this encoder can draw the segment; null: every machine. */
  hardware: HardwareEncoder | null;
};

/** Draws the packed segments of one session. */
export interface SessionSegments {
  /** The number of segments that the session requests at the same time. */
  readonly atOnce: number;
  make(
    segment: PackedSegment,
    onProgress: (framesDone: number) => void,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Packs segments and passes them to `session`. */
export function packedSegments(session: SessionSegments): SegmentMaker {
  return {
    size: session.atOnce,
    nextTurn: () => ({ owner: '', number: 0 }),
    make: async ({ files, images, onProgress, onAsked, ...content }, signal) => {
      const encodings = files.map(({ encoding }) => encoding);
      const path = `${files[0]?.path}.pack`;
      const folder = content.parts[0]?.source.resourceDir ?? '';
      try {
        const { sha256, stored: storedFiles } = await writePack(
          path,
          { ...content, encodings },
          images,
        );
        const segment: PackedSegment = {
          pack: { path, sha256 },
          stored: storedFiles.map((image) => ({ ...image, path: join(folder, image.name) })),
          outputs: files.map(({ digest, path: to, encoding }) => {
            return { digest, path: to, kind: segmentKind(encoding.codec) };
          }),
          frames: content.count,
          hardware: encodings.find(({ hardware }) => hardware)?.hardware ?? null,
        };
        const completion = session.make(
          segment,
          (frameCount) => onProgress?.(frameCount),
          signal ?? new AbortController().signal,
        );
        onAsked?.();
        await completion;
      } finally {
        await rm(path, { force: true });
      }
      return { peakRssBytes: 0 };
    },
  };
}
