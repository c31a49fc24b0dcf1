import type {
  Canvas,
  CanvasKit,
  GrDirectContext,
  MallocObj,
  ManagedSkottieAnimation,
  Surface,
} from 'canvaskit-wasm';
import type { Size } from './size.ts';

/** The surface, its pixels in the engine's memory, and an image that is filled for each frame. */
type SoftwareFrame = { surface: Surface; pixels: MallocObj; image: ImageData };

/** Draws in software: the same pixels in every browser. */
export class SoftwareSurface {
  readonly #kit: CanvasKit;
  readonly #canvas = new OffscreenCanvas(1, 1);
  #frame: SoftwareFrame | undefined;

  constructor(kit: CanvasKit) {
    this.#kit = kit;
  }

  /** Returns a frame as a bitmap, which the caller closes. */
  bitmap(animation: ManagedSkottieAnimation, frame: number, size: Size): ImageBitmap {
    const { pixels, image } = this.#draw(animation, frame, size);
    image.data.set(pixels.toTypedArray() as Uint8Array);
    if (this.#canvas.width !== size.width) this.#canvas.width = size.width;
    if (this.#canvas.height !== size.height) this.#canvas.height = size.height;
    // Without the option, browsers may keep the canvas in the graphics processor.
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    context?.putImageData(image, 0, 0);
    return this.#canvas.transferToImageBitmap();
  }

  /**
   * Returns a frame as RGBA without premultiplied alpha. It is a copy: the memory of the frame is
   * drawn over.
   */
  pixels(
    animation: ManagedSkottieAnimation,
    frame: number,
    size: Size,
  ): Uint8ClampedArray<ArrayBuffer> {
    const { pixels } = this.#draw(animation, frame, size);
    return new Uint8ClampedArray(pixels.toTypedArray() as Uint8Array);
  }

  #draw(animation: ManagedSkottieAnimation, frame: number, size: Size): SoftwareFrame {
    const drawnFrame = this.#frameOf(size);
    drawOn(drawnFrame.surface.getCanvas(), this.#kit, { animation, frame, size });
    return drawnFrame;
  }

  /**
   * Returns the memory for frames of a size. The memory of another size is freed before, because
   * only one is needed. Throws a RangeError without memory.
   */
  #frameOf({ width, height }: Size): SoftwareFrame {
    const former = this.#frame;
    if (former?.image.width === width && former.image.height === height) return former;
    const kit = this.#kit;
    former?.surface.delete();
    if (former) kit.Free(former.pixels);
    this.#frame = undefined;
    const { ColorType, AlphaType, ColorSpace } = kit;
    const info = { width, height, colorType: ColorType.RGBA_8888, alphaType: AlphaType.Unpremul };
    const pixels = kit.Malloc(Uint8Array, width * height * 4);
    // Reading pixels of CanvasKit's own surfaces makes an array for each frame.
    const surface =
      pixels.byteOffset > 0 &&
      kit.MakeRasterDirectSurface({ ...info, colorSpace: ColorSpace.SRGB }, pixels, width * 4);
    if (!surface) {
      kit.Free(pixels);
      throw new RangeError(`No memory for ${width}×${height} pixels.`);
    }
    this.#frame = { surface, pixels, image: new ImageData(width, height) };
    return this.#frame;
  }
}

/** Draws with the graphics processor. */
export class WebglSurface {
  readonly #kit: CanvasKit;
  readonly #canvas: OffscreenCanvas;
  readonly #context: GrDirectContext;
  #surface: (Size & { surface: Surface }) | undefined;
  #isLost = false;

  private constructor(kit: CanvasKit, canvas: OffscreenCanvas, context: GrDirectContext) {
    this.#kit = kit;
    this.#canvas = canvas;
    this.#context = context;
    canvas.addEventListener('webglcontextlost', () => {
      this.#isLost = true;
    });
  }

  /** Returns undefined in browsers without WebGL, and if its context cannot be created. */
  static make(kit: CanvasKit): WebglSurface | undefined {
    try {
      const canvas = new OffscreenCanvas(1, 1);
      const handle = kit.GetWebGLContext(canvas);
      const context = handle > 0 ? kit.MakeWebGLContext(handle) : null;
      return context ? new WebglSurface(kit, canvas, context) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns undefined if the context is lost. It stays lost. */
  bitmap(animation: ManagedSkottieAnimation, frame: number, size: Size): ImageBitmap | undefined {
    if (this.#isLostNow()) return undefined;
    const surface = this.#surfaceOf(size);
    if (!surface) return undefined;
    drawOn(surface.getCanvas(), this.#kit, { animation, frame, size });
    surface.flush();
    return this.#isLostNow() ? undefined : this.#canvas.transferToImageBitmap();
  }

  #isLostNow(): boolean {
    // The event comes only after this drawing has ended.
    const gl = this.#canvas.getContext('webgl2') ?? this.#canvas.getContext('webgl');
    this.#isLost ||= !gl || gl.isContextLost();
    return this.#isLost;
  }

  /**
   * Returns the surface of a size, and frees that of another size. Undefined: the context is lost.
   */
  #surfaceOf({ width, height }: Size): Surface | undefined {
    if (this.#surface?.width === width && this.#surface.height === height)
      return this.#surface.surface;
    this.#surface?.surface.delete();
    this.#surface = undefined;
    this.#canvas.width = width;
    this.#canvas.height = height;
    const { SRGB } = this.#kit.ColorSpace;
    const surface = this.#kit.MakeOnScreenGLSurface(this.#context, width, height, SRGB);
    if (surface) this.#surface = { width, height, surface };
    return surface ?? undefined;
  }
}

/** Draws a frame over the whole canvas. The caller flushes the surface. */
function drawOn(
  canvas: Canvas,
  kit: CanvasKit,
  { animation, frame, size }: { animation: ManagedSkottieAnimation; frame: number; size: Size },
): void {
  // White where no layer draws, like videos without an alpha channel.
  canvas.clear(kit.WHITE);
  animation.seekFrame(frame);
  animation.render(canvas, kit.LTRBRect(0, 0, size.width, size.height));
}
