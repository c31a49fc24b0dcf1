import type { CallOptions } from '@framepress/client';

type Draw<Request> = (request: Request, options: CallOptions) => Promise<Blob>;

const MAX_CACHED = 40;

/**
 * Requests the frames of a page. Only the newest request counts: it aborts the one before. Addresses of
 * frames stay for a while, so that a person can go back and forth.
 */
export class Stills<Request> {
  readonly #draw: Draw<Request>;
  readonly #addresses = new Map<string, string>();
  #running: AbortController | undefined;

  constructor(draw: Draw<Request>) {
    this.#draw = draw;
  }

  /** Returns the address of a frame that was drawn before. */
  known(request: Request): string | undefined {
    return this.#addresses.get(JSON.stringify(request));
  }

  /** Returns the address of a frame. Undefined: a newer call has taken its place. */
  async newest(request: Request): Promise<string | undefined> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    try {
      const address = await this.address(request, running.signal);
      return running.signal.aborted ? undefined : address;
    } catch (error) {
      if (running.signal.aborted) return undefined;
      throw error;
    }
  }

  /** Returns the address of a frame. Other requests go on. */
  async address(request: Request, signal: AbortSignal): Promise<string> {
    const key = JSON.stringify(request);
    const knownAddress = this.#addresses.get(key);
    if (knownAddress !== undefined) return knownAddress;
    const blob = await this.#draw(request, { signal });
    const address = URL.createObjectURL(blob);
    this.#addresses.set(key, address);
    for (const [oldest, url] of this.#addresses) {
      if (this.#addresses.size <= MAX_CACHED) break;
      this.#addresses.delete(oldest);
      URL.revokeObjectURL(url);
    }
    return address;
  }

  /** Stops the newest request. */
  stop(): void {
    this.#running?.abort();
  }

  dispose(): void {
    this.stop();
    for (const url of this.#addresses.values()) URL.revokeObjectURL(url);
    this.#addresses.clear();
  }
}
