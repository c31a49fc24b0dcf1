import type { Size } from './size.ts';

/** The element that shows frames: a canvas, or an image when the service draws. */
export class Screen {
  readonly #container: HTMLElement;
  readonly #canvas = document.createElement('canvas');
  readonly #context: ImageBitmapRenderingContext | null;
  #image: HTMLImageElement | undefined;

  constructor(container: HTMLElement) {
    this.#container = container;
    this.#context = this.#canvas.getContext('bitmaprenderer');
    // Nothing is shown before the first frame.
    this.#canvas.width = 0;
    this.#canvas.height = 0;
    fill(this.#canvas);
    container.append(this.#canvas);
  }

  /** In CSS pixels. */
  get box(): Size {
    const { clientWidth: width, clientHeight: height } = this.#container;
    return { width, height };
  }

  /** Takes the bitmap. */
  show(bitmap: ImageBitmap): void {
    if (this.#canvas.width !== bitmap.width) this.#canvas.width = bitmap.width;
    if (this.#canvas.height !== bitmap.height) this.#canvas.height = bitmap.height;
    this.#context?.transferFromImageBitmap(bitmap);
  }

  /** Shows an image in place of the canvas; the former image stays until it is decoded. */
  async showImage(blob: Blob): Promise<void> {
    const image = document.createElement('img');
    image.alt = '';
    fill(image);
    const url = URL.createObjectURL(blob);
    image.src = url;
    try {
      await image.decode();
      (this.#image ?? this.#canvas).replaceWith(image);
      this.#image = image;
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  /** Returns the pixels of the shown image. */
  imagePixels(): { width: number; height: number; data: Uint8ClampedArray } {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = this.#image ?? {};
    const context = new OffscreenCanvas(width || 1, height || 1).getContext('2d');
    if (!this.#image || !context) return { width: 0, height: 0, data: new Uint8ClampedArray() };
    context.drawImage(this.#image, 0, 0);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  }

  remove(): void {
    this.#canvas.remove();
    this.#image?.remove();
  }
}

/** Through the object model, which a strict content security policy allows. */
function fill({ style }: HTMLElement): void {
  style.setProperty('display', 'block');
  style.setProperty('inline-size', '100%');
  style.setProperty('block-size', '100%');
  style.setProperty('object-fit', 'contain');
}
