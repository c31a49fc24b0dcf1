import type {
  Canvas,
  CanvasKit,
  GrDirectContext,
  ManagedSkottieAnimation,
  Surface,
} from 'canvaskit-wasm';
import type { Size } from './size.ts';

/** Draws in software: the same pixels in every browser. */
export class SoftwareSurface {
  readonly #kit: CanvasKit;
  readonly #canvas = new OffscreenCanvas(1, 1);
  #surface: (Size & { surface: Surface }) | undefined;

  constructor(kit: CanvasKit) {
    this.#kit = kit;
  }

  bitmap(animation: ManagedSkottieAnimation, frame: number, size: Size): ImageBitmap {
    const image = new ImageData(this.pixels(animation, frame, size), size.width, size.height);
    if (this.#canvas.width !== size.width) this.#canvas.width = size.width;
    if (this.#canvas.height !== size.height) this.#canvas.height = size.height;
    this.#canvas.getContext('2d')?.putImageData(image, 0, 0);
    return this.#canvas.transferToImageBitmap();
  }

  pixels(
    animation: ManagedSkottieAnimation,
    frame: number,
    size: Size,
  ): Uint8ClampedArray<ArrayBuffer> {
    const canvas = this.#surfaceOf(size).getCanvas();
    drawOn(canvas, this.#kit, { animation, frame, size });
    const { ColorType, AlphaType, ColorSpace } = this.#kit;
    const pixels = canvas.readPixels(0, 0, {
      ...{ width: size.width, height: size.height },
      ...{ colorType: ColorType.RGBA_8888, alphaType: AlphaType.Unpremul },
      colorSpace: ColorSpace.SRGB,
    });
    if (!pixels) throw new Error('CanvasKit returned no pixels.');
    return new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.length);
  }

  #surfaceOf({ width, height }: Size): Surface {
    if (this.#surface?.width === width && this.#surface.height === height)
      return this.#surface.surface;
    this.#surface?.surface.dispose();
    this.#surface = undefined;
    const surface = this.#kit.MakeSurface(width, height);
    if (!surface) throw new Error(`No memory for ${width}×${height} pixels.`);
    this.#surface = { width, height, surface };
    return surface;
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

  /** Returns undefined in browsers without WebGL. */
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
