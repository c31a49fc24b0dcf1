import { open } from 'node:fs/promises';

const HEADER_BYTES = 7;

/** Reads the frames of an ADTS file (ISO/IEC 13818-7, 6.2) while another program writes it. */
export class AdtsReader {
  readonly #path: string;
  #at = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The frames added since the last call, without their headers; none before the file exists. */
  async read(): Promise<Buffer[]> {
    const bytes = await this.#readRemainder();
    const frames: Buffer[] = [];
    let at = 0;
    while (at + HEADER_BYTES <= bytes.length) {
      const length = (bytes.readUInt32BE(at + 2) >>> 5) & 0x1fff;
      // The encoder writes no checksums, which would make the header longer.
      if (bytes.readUInt16BE(at) !== 0xfff1 || length < HEADER_BYTES)
        throw new Error(`The ADTS file has no frame at ${this.#at + at}.`);
      if (at + length > bytes.length) break;
      frames.push(bytes.subarray(at + HEADER_BYTES, at + length));
      at += length;
    }
    this.#at += at;
    return frames;
  }

  /**
   * Returns the bytes after the last complete frame; empty if the encoder has not made the file
   * yet.
   */
  async #readRemainder(): Promise<Buffer> {
    try {
      await using file = await open(this.#path, 'r');
      const { size } = await file.stat();
      const bytes = Buffer.alloc(Math.max(0, size - this.#at));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, this.#at);
      return bytes.subarray(0, bytesRead);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  }
}
