import { type FocalPoint, lookSize, salientPoint } from './salient-point.ts';

type Size = { width: number; height: number };

/**
 * The focal points of `smart` crops. Each is searched for once by file and shape of place, since
 * the search reads the whole image. Keep one object for all crops of a composition.
 */
export class FocalPoints {
  readonly #focalPoints = new Map<string, Promise<FocalPoint>>();
  #searches = 0;

  /** How many searches there were. */
  get searchCount(): number {
    return this.#searches;
  }

  /**
   * Returns the point around which to crop an image to the shape of `place`. `open` gives the image
   * to the decoder. Calls for the same image and shape share one search; a failed search is not
   * kept.
   */
  find(
    image: Size & { sha256: string },
    place: Size,
    open: () => Promise<string | Buffer>,
  ): Promise<FocalPoint> {
    const { width, height } = lookSize(image, place);
    const key = `${image.sha256} ${width}x${height}`;
    const cachedPoint = this.#focalPoints.get(key);
    if (cachedPoint) return cachedPoint;
    const point = this.#search(image, place, open);
    this.#focalPoints.set(key, point);
    // An error names the editable that asked, so the next one asks again.
    point.catch(() => this.#focalPoints.delete(key));
    return point;
  }

  async #search(
    image: Size,
    place: Size,
    open: () => Promise<string | Buffer>,
  ): Promise<FocalPoint> {
    this.#searches += 1;
    return salientPoint(await open(), image, place);
  }
}
