import { RGBA_TO_YUV_WASM } from './rgba-to-yuv.wasm.ts';

type Convert = (from: number, y: number, u: number, v: number, width: number, rows: number) => void;

const PAGE = 65_536;
/** The module's own stack and data lie below. */
const START = 2 * PAGE;
/** Frames that may be on their way into the encoder while the next is drawn. */
const SLOTS = 3;
/** Rows are copied in and converted strip by strip, so that a strip is still in the processor's cache. */
const STRIP_BYTES = 128 * 1024;

const compiled = WebAssembly.compile(Buffer.from(RGBA_TO_YUV_WASM, 'base64'));

/**
 * Turns RGBA frames into the 4:2:0 planes that encoders take (BT.709, limited range): an eighth of
 * swscale's time, and less than half of the bytes for the pipe.
 */
export class FrameConverter {
  readonly #size: { width: number; height: number };
  readonly #memory: WebAssembly.Memory;
  readonly #convert: Convert;
  #slot = 0;

  private constructor(
    size: { width: number; height: number },
    memory: WebAssembly.Memory,
    convert: Convert,
  ) {
    this.#size = size;
    this.#memory = memory;
    this.#convert = convert;
  }

  /** Sides are even. */
  static async create(size: { width: number; height: number }): Promise<FrameConverter> {
    const bytes = stripRows(size) * size.width * 4 + SLOTS * planeBytes(size);
    const pages = Math.ceil((START + bytes) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = await WebAssembly.instantiate(await compiled, { env: { memory } });
    return new FrameConverter(size, memory, exports['convert'] as Convert);
  }

  /** The frame's planes Y, U and V. The bytes stay as they are until two more frames were converted. */
  convert(rgba: Uint8Array): Buffer {
    const { width, height } = this.#size;
    const strip = stripRows(this.#size);
    const length = planeBytes(this.#size);
    const y = START + strip * width * 4 + this.#slot * length;
    const u = y + width * height;
    const v = u + (width * height) / 4;
    this.#slot = (this.#slot + 1) % SLOTS;
    const memory = new Uint8Array(this.#memory.buffer);
    for (let row = 0; row < height; row += strip) {
      const rows = Math.min(strip, height - row);
      memory.set(rgba.subarray(row * width * 4, (row + rows) * width * 4), START);
      const chroma = (row * width) / 4;
      this.#convert(START, y + row * width, u + chroma, v + chroma, width, rows);
    }
    return Buffer.from(this.#memory.buffer, y, length);
  }
}

function stripRows({ width, height }: { width: number; height: number }): number {
  return Math.min(height, Math.max(2, 2 * Math.floor(STRIP_BYTES / (width * 8))));
}

function planeBytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}
