import { decoding, type FocalPoint, type FocalPoints } from '../image/index.ts';
import type { FrameImage } from './decode-span.ts';
import { decodeVideoInput, type VideoSourceFile } from './decode-video.ts';
import { placeVideo, type VideoSize } from './video-place.ts';

/** The longer side of the frame that is searched, in pixels. */
const LOOKED_AT_PIXELS = 320;
const MIDDLE: FocalPoint = { focalX: 0.5, focalY: 0.5 };

/**
 * The focal points of `smart` crops of videos. The first frame that shows decides for the whole
 * video. It is decoded once for all places of the video.
 */
export class VideoFocus {
  readonly #points: FocalPoints;
  readonly #folder: string;
  readonly #frames = new Map<string, Promise<FrameImage | undefined>>();

  /** Decodes to `folder`. */
  constructor(points: FocalPoints, folder: string) {
    this.#points = points;
    this.#folder = folder;
  }

  /**
   * Returns the point around which to crop a video to the shape of a box. Throws what decoding
   * throws.
   */
  async find(
    source: VideoSourceFile,
    box: VideoSize,
    trimStartSeconds: number,
    signal?: AbortSignal,
  ): Promise<FocalPoint> {
    const { label, details = {} } = source;
    const image = await this.#firstFrame(source, trimStartSeconds, signal);
    if (!image) return MIDDLE;
    return decoding(label, details, signal, () =>
      this.#points.find(image, box, async () => image.path),
    );
  }

  /**
   * Returns the first frame after the trim, scaled down, or undefined if there is none. It is
   * decoded once for each file and trim; a failure is not kept.
   */
  #firstFrame(
    source: VideoSourceFile,
    trimStartSeconds: number,
    signal: AbortSignal | undefined,
  ): Promise<FrameImage | undefined> {
    const { input } = source;
    const key = `${input.sha256} ${trimStartSeconds}`;
    const cachedFrame = this.#frames.get(key);
    if (cachedFrame) return cachedFrame;
    const scale = Math.min(1, LOOKED_AT_PIXELS / Math.max(input.width, input.height));
    const place = placeVideo({ source: input, box: input, crop: { strategy: 'fill' }, scale });
    const options = { seconds: [0], trimStartSeconds, place };
    const frame = decodeVideoInput(source, options, this.#folder, signal).then(([first]) => first);
    this.#frames.set(key, frame);
    // An error names the editable that asked, so the next one asks again.
    frame.catch(() => this.#frames.delete(key));
    return frame;
  }
}
