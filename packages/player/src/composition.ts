/** A composition as the service returns it from `POST /v2/compositions`. */
export type Composition = {
  /** Compositions with equal digests are equal to viewers. */
  digest: string;
  lottie: object;
  files: readonly CompositionFile[];
  video: { width: number; height: number; fps: number; frame_count: number; duration: number };
  /** `url`, relative to the service: the mixed audio. `duration` in seconds. */
  audio: { url: string; duration: number } | null;
  /** Folder of the engine that draws it, relative to the service. */
  engine: string;
};

export type CompositionFile = {
  /** Digest and extension, as the Lottie document names the file. */
  name: string;
  /** `frame`: a frame of a video, which may be fetched with fewer pixels. */
  kind: 'image' | 'frame';
  url: string;
  width: number;
  height: number;
};

/** Returns whether two compositions look equal, and their files have the same addresses. */
export function isSame(composition: Composition, other: Composition): boolean {
  if (composition.digest !== other.digest || composition.files.length !== other.files.length)
    return false;
  return composition.files.every(({ url }, at) => url === other.files[at]?.url);
}

export function lastFrame({ video }: Composition): number {
  return Math.max(0, video.frame_count - 1);
}

/** Returns the nearest frame of the composition. */
export function frameIn(composition: Composition, frame: number): number {
  return Math.min(lastFrame(composition), Math.max(0, Math.round(frame)));
}
