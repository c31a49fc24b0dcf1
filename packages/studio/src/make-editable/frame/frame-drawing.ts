import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { DraftCalls, StillRequest } from '../draft-calls.ts';
import { Stills } from './stills.ts';

/** A person who types or drags waits for the frame anyway. */
const PAUSE_MS = 120;

/**
 * Draws the frame of a page whenever its request changes. The former frame stays until the new one is
 * there; requests that are out of date are canceled.
 */
export class FrameDrawing implements ReactiveController {
  /** The address of the frame that is shown. */
  address: string | undefined;
  isDrawing = false;
  error: unknown;
  readonly #host: ReactiveControllerHost;
  readonly #request: () => StillRequest | undefined;
  #stills: Stills<StillRequest> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = '';

  /** `request` returns that of the frame as it is now; undefined before the page is loaded. */
  constructor(host: ReactiveControllerHost, request: () => StillRequest | undefined) {
    this.#host = host;
    this.#request = request;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('online', this.again);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.again);
    clearTimeout(this.#timer);
    this.#stills?.dispose();
    this.#stills = undefined;
  }

  start({ still }: DraftCalls): void {
    this.#stills?.dispose();
    this.#stills = new Stills(still);
    this.soon();
  }

  /** Draws when the person pauses. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), PAUSE_MS);
  }

  /** Draws again after an error. */
  again = (): void => {
    if (this.error) this.#wanted = '';
    this.soon();
  };

  /** Draws now. Resolves when the frame is there, or has failed. */
  async now(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#draw();
    clearTimeout(this.#timer);
  }

  /** Draws the frame, unless it is the one that is shown or being drawn. */
  async #draw(): Promise<void> {
    const request = this.#request();
    if (!request || !this.#stills) return;
    const text = JSON.stringify(request);
    if (text === this.#wanted) return;
    this.#wanted = text;
    this.isDrawing = true;
    this.error = undefined;
    this.#host.requestUpdate();
    try {
      const address = await this.#stills.newest(request);
      if (address === undefined || this.#wanted !== text) return;
      this.address = address;
    } catch (error) {
      if (this.#wanted !== text) return;
      this.error = error;
    }
    this.isDrawing = false;
    this.#host.requestUpdate();
  }
}
