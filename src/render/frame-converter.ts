import { RGBA_TO_YUV_WASM } from './rgba-to-yuv.wasm.ts';

type Convert = (from: number, to: number, width: number, height: number) => void;

const PAGE = 65_536;
/** The module's own stack and data lie below. */
const START = 2 * PAGE;
/** Frames that may be on their way into the encoder while the next is drawn. */
const SLOTS = 3;

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
    const bytes = size.width * size.height * 4 + SLOTS * planeBytes(size);
    const pages = Math.ceil((START + bytes) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = await WebAssembly.instantiate(await compiled, { env: { memory } });
    return new FrameConverter(size, memory, exports['convert'] as Convert);
  }

  /** The frame's planes Y, U and V. The bytes stay as they are until two more frames were converted. */
  convert(rgba: Uint8Array): Buffer {
    const { width, height } = this.#size;
    new Uint8Array(this.#memory.buffer).set(rgba, START);
    const length = planeBytes(this.#size);
    const to = START + width * height * 4 + this.#slot * length;
    this.#slot = (this.#slot + 1) % SLOTS;
    this.#convert(START, to, width, height);
    return Buffer.from(this.#memory.buffer, to, length);
  }
}

function planeBytes({ width, height }: { width: number; height: number }): number {
  return (width * height * 3) / 2;
}
