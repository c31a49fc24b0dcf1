import type { ClockAudio } from './clock.ts';
import { isAborted, PlayerError } from './player-error.ts';

/** The mixed audio of a composition, played by an audio element. */
export class AudioPlayback implements ClockAudio {
  readonly #element = new Audio();
  #url: string | undefined;
  #blobUrl: string | undefined;

  constructor() {
    this.#element.preload = 'auto';
  }

  /** Address of the loaded audio. */
  get url(): string | undefined {
    return this.#url;
  }

  /**
   * Whether the position of the audio moves, so that the clock can follow it. False while it waits
   * for data.
   */
  get isRunning(): boolean {
    const { paused, ended, readyState, HAVE_CURRENT_DATA } = this.#element;
    return !paused && !ended && readyState >= HAVE_CURRENT_DATA;
  }

  get seconds(): number {
    return this.#element.currentTime;
  }

  get volume(): number {
    return this.#element.volume;
  }

  set volume(volume: number) {
    this.#element.volume = Math.min(1, Math.max(0, volume));
  }

  get isMuted(): boolean {
    return this.#element.muted;
  }

  set isMuted(isMuted: boolean) {
    this.#element.muted = isMuted;
  }

  /**
   * Loads the audio of an address, unless it is loaded already. `fetchAudio` requests it with the
   * caller's token. Throws `audio_unavailable`; an abort is passed on. Nothing cancels a load that
   * is in progress: of two that overlap, the audio that arrives last stays, also after `unload`.
   */
  async load(url: string, fetchAudio: () => Promise<Response>): Promise<void> {
    if (url === this.#url) return;
    try {
      const response = await fetchAudio();
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      const blob = await response.blob();
      this.unload();
      this.#url = url;
      this.#blobUrl = URL.createObjectURL(blob);
      this.#element.src = this.#blobUrl;
    } catch (cause) {
      if (isAborted(cause)) throw cause;
      throw new PlayerError('audio_unavailable', 'The audio could not be loaded.', { cause });
    }
  }

  /** Stops and drops the audio. Its address can be loaded again. */
  unload(): void {
    this.#element.pause();
    this.#element.removeAttribute('src');
    if (this.#blobUrl) URL.revokeObjectURL(this.#blobUrl);
    this.#url = undefined;
    this.#blobUrl = undefined;
  }

  /**
   * Plays from a position in seconds, if audio is loaded. Throws `audio_not_allowed` or
   * `audio_unavailable`; playback can go on without audio.
   */
  async play(seconds: number): Promise<void> {
    if (!this.#url) return;
    this.seek(seconds);
    try {
      await this.#element.play();
    } catch (cause) {
      // A pause before the audio began.
      if (isAborted(cause)) return;
      const isForbidden = cause instanceof DOMException && cause.name === 'NotAllowedError';
      throw isForbidden
        ? new PlayerError('audio_not_allowed', 'The browser does not allow audio yet.', { cause })
        : new PlayerError('audio_unavailable', 'The browser cannot play the audio.', { cause });
    }
  }

  seek(seconds: number): void {
    if (this.#url) this.#element.currentTime = seconds;
  }

  pause(): void {
    this.#element.pause();
  }
}
