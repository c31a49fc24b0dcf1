import type { Size } from '../output/index.ts';
import { RGBA_TO_YUV_WASM } from './rgba-to-yuv.wasm.ts';

/** Pixel layouts of encoder input, by ffmpeg's names; `rgb0` is the layout of an opaque canvas. */
export type PixelLayout = 'yuv420p' | 'yuva420p' | 'yuv444p10le' | 'yuva444p10le' | 'rgba' | 'rgb0';

type Kernel = (...numbers: number[]) => void;
/**
 * Converts `rows` rows at address `from`, starting with row `row`, of the frame that begins at
 * address `to`.
 */
type Strip = (from: number, to: number, row: number, rows: number) => void;

const PAGE = 65_536;
/** The module's own stack and data lie below this address. */
const START = 2 * PAGE;
/**
 * Number of converted frames in memory: the encoder may still read frames before the current one.
 */
const SLOTS = 3;
/** Bytes that a kernel may access beyond the last pixel. */
const SLACK = 16;
/** Rows are copied and converted in strips that fit into the processor's cache. */
const STRIP_BYTES = 128 * 1024;

const compiled = WebAssembly.compile(Buffer.from(RGBA_TO_YUV_WASM, 'base64'));

/**
 * Converts premultiplied RGBA frames to the encoders' pixel layouts (BT.709, limited range,
 * straight alpha). For 4:2:0 it takes an eighth of swscale's time, and the pipe carries less than
 * half of the bytes.
 */
export class FrameConverter {
  readonly #size: Size;
  readonly #bytes: { frameBytes: number; slotBytes: number };
  readonly #memory: WebAssembly.Memory;
  readonly #strip: Strip;
  #slot = 0;

  private constructor(
    size: Size,
    bytes: { frameBytes: number; slotBytes: number },
    memory: WebAssembly.Memory,
    strip: Strip,
  ) {
    this.#size = size;
    this.#bytes = bytes;
    this.#memory = memory;
    this.#strip = strip;
  }

  /** Returns a converter for frames of a size. For 4:2:0, both sides must be even. */
  static async create(size: Size, layout: PixelLayout): Promise<FrameConverter> {
    const frameBytes = BYTES_A_PIXEL[layout] * size.width * size.height;
    const bytes = stripRows(size) * size.width * 4 + SLACK + SLOTS * slotBytes(size, layout);
    const pages = Math.ceil((START + bytes) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = await WebAssembly.instantiate(await compiled, { env: { memory } });
    const strip = stripOf(layout, size, exports as Record<string, Kernel>);
    return new FrameConverter(
      size,
      { frameBytes, slotBytes: slotBytes(size, layout) },
      memory,
      strip,
    );
  }

  /** Converts a frame. The returned bytes stay valid until two more frames have been converted. */
  convert(rgba: Uint8Array): Buffer {
    const { width, height } = this.#size;
    const strip = stripRows(this.#size);
    const slots = START + strip * width * 4 + SLACK;
    const to = slots + this.#slot * this.#bytes.slotBytes;
    this.#slot = (this.#slot + 1) % SLOTS;
    const memory = new Uint8Array(this.#memory.buffer);
    for (let row = 0; row < height; row += strip) {
      const rows = Math.min(strip, height - row);
      memory.set(rgba.subarray(row * width * 4, (row + rows) * width * 4), START);
      this.#strip(START, to, row, rows);
    }
    return Buffer.from(this.#memory.buffer, to, this.#bytes.frameBytes);
  }
}

const BYTES_A_PIXEL: Record<PixelLayout, number> = {
  yuv420p: 1.5,
  yuva420p: 2.5,
  yuv444p10le: 6,
  yuva444p10le: 8,
  rgba: 4,
  rgb0: 4,
};

/** Returns the kernel call for a layout. Planes follow each other: Y, U, V and alpha. */
function stripOf(
  layout: PixelLayout,
  { width, height }: Size,
  kernels: Record<string, Kernel>,
): Strip {
  const run = (name: string, ...numbers: number[]) => kernels[name]?.(...numbers);
  const pixels = width * height;
  if (layout === 'yuv420p' || layout === 'yuva420p')
    return (from, to, row, rows) => {
      const [y, chroma] = [to + row * width, to + pixels + (row * width) / 4];
      const planes = [y, chroma, chroma + pixels / 4];
      if (layout === 'yuv420p') run('convert', from, ...planes, width, rows);
      else run('convertAlpha', from, ...planes, y + (pixels * 3) / 2, width, rows);
    };
  if (layout === 'yuv444p10le' || layout === 'yuva444p10le')
    return (from, to, row, rows) => {
      const y = to + row * width * 2;
      run('convertDeep', from, ...[0, 2, 4, 6].map((plane) => y + pixels * plane), width * rows);
    };
  return (from, to, row, rows) => run('convertStraight', from, to + row * width * 4, width * rows);
}

/** Returns the rows that are converted at once. Always even, because 4:2:0 joins two rows. */
function stripRows({ width, height }: Size): number {
  return Math.min(height + (height % 2), Math.max(2, 2 * Math.floor(STRIP_BYTES / (width * 8))));
}

/**
 * Returns the bytes of a converted frame in the memory of WebAssembly, rounded up for aligned
 * access.
 */
function slotBytes({ width, height }: Size, layout: PixelLayout): number {
  // The kernel for 4:4:4 always writes alpha.
  const bytes = BYTES_A_PIXEL[layout === 'yuv444p10le' ? 'yuva444p10le' : layout] * width * height;
  return Math.ceil((bytes + SLACK) / 16) * 16;
}
