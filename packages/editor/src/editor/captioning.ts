/** The captions in the editor: whether their panel is open, and which track and cue of them is chosen. */
export class Captioning {
  isOpen = false;
  /** The modules of the panel are loaded when it is opened for the first time. */
  isLoaded = false;
  hasFailed = false;
  track = 0;
  /** The cue that the person has chosen; -1: none. */
  cue = -1;
  readonly #update: () => void;

  constructor(update: () => void) {
    this.#update = update;
  }

  open(): void {
    this.isOpen = true;
    this.#update();
    void this.#load();
  }

  close(): void {
    this.isOpen = false;
    this.track = 0;
    this.cue = -1;
    this.#update();
  }

  chooseTrack(track: number): void {
    this.track = track;
    this.cue = -1;
    this.#update();
  }

  chooseCue(cue: number): void {
    this.cue = cue;
    this.#update();
  }

  async #load(): Promise<void> {
    if (this.isLoaded) return;
    this.hasFailed = false;
    try {
      await import('../captions/index.ts');
      this.isLoaded = true;
    } catch {
      // Without a connection, or because the service has newer files: the person may try again.
      this.hasFailed = true;
    }
    this.#update();
  }
}
