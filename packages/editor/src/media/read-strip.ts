import { stripTimes } from './trim.ts';

/** Draws what an element or an image shows. */
type DrawnImage = { source: CanvasImageSource; width: number; height: number };

export type Strip = { seconds: number; size: { width: number; height: number } };

type StripOptions = {
  src: string;
  count: number;
  /** Is called as soon as the length is known. */
  onOpen: (strip: Strip) => void;
  /** Is called for each image, from the first to the last. */
  onImage: (index: number, image: DrawnImage) => void;
};

type ServedStripOptions = Pick<StripOptions, 'count' | 'onImage'> & {
  seconds: number;
  /** Returns the image at a time. */
  draw: DrawAt;
};

/** Draws a video at a time in seconds, on the service. */
export type DrawAt = (seconds: number, signal: AbortSignal) => Promise<Blob>;

/** A browser that cannot seek in a file does not answer. */
const SEEK_TIMEOUT_MS = 8000;

/**
 * Reads images of a video in equal distances. `onImage` must draw an image at once: the next one
 * replaces it. Throws if the browser cannot play the video.
 */
export async function readStrip(
  { src, count, onOpen, onImage }: StripOptions,
  signal: AbortSignal,
): Promise<void> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, preload: 'auto', playsInline: true, src });
  try {
    await waitForEvent(video, 'loadedmetadata', signal);
    const { duration: seconds, videoWidth: width, videoHeight: height } = video;
    if (!(seconds > 0) || !Number.isFinite(seconds) || width === 0) throw new Error('no video');
    onOpen({ seconds, size: { width, height } });
    for (const [index, time] of stripTimes(seconds, count).entries()) {
      await seek(video, time, signal);
      onImage(index, { source: video, width, height });
    }
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/**
 * Reads the same images as `readStrip` from the service, for a video that the browser cannot play.
 * One is requested after the other, because the service draws few at the same time.
 */
export async function readServedStrip(
  { seconds, count, draw, onImage }: ServedStripOptions,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, time] of stripTimes(seconds, count).entries()) {
    const image = await createImageBitmap(await draw(time, signal));
    signal.throwIfAborted();
    onImage(index, { source: image, width: image.width, height: image.height });
    image.close();
  }
}

/** Returns the image of a video at a time as JPEG. */
export async function readFrame(src: string, seconds: number, signal: AbortSignal): Promise<Blob> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, preload: 'auto', playsInline: true, src });
  try {
    await waitForEvent(video, 'loadedmetadata', signal);
    await seek(video, seconds, signal);
    const canvas = document.createElement('canvas');
    const scale = Math.min(1, 960 / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', 0.9),
    );
    if (!blob) throw new Error('The browser cannot draw the video.');
    return blob;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/**
 * Resolves when the frame at a time is shown. The listener comes first: a browser may seek at once.
 */
async function seek(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const sought = waitForEvent(video, 'seeked', signal);
  video.currentTime = seconds;
  await sought;
}

/**
 * Resolves at an event of a video. Throws if the video fails, after an abort, and after
 * `SEEK_TIMEOUT_MS`.
 */
function waitForEvent(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, fail) => {
    const end = AbortSignal.any([signal, AbortSignal.timeout(SEEK_TIMEOUT_MS)]);
    const failed = () => fail(new Error('The browser cannot read the video.'));
    end.addEventListener('abort', failed, { once: true });
    video.addEventListener('error', failed, { once: true });
    video.addEventListener(event, () => resolve(), { once: true });
    if (end.aborted) failed();
  });
}
