import type { ReactiveController, ReactiveControllerHost } from 'lit';

type Steps = {
  at: () => number;
  duration: () => number;
  /** Shows the frame at a time, and resolves when it is drawn. */
  show: (at: number) => Promise<void>;
};

/**
 * Plays a frame: one after the other is drawn, as many as the service can in the time of the video. At the end it
 * begins again.
 */
export class FramePlaying implements ReactiveController {
  isPlaying = false;
  readonly #host: ReactiveControllerHost;
  readonly #steps: Steps;

  constructor(host: ReactiveControllerHost, steps: Steps) {
    this.#host = host;
    this.#steps = steps;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.isPlaying = false;
  }

  toggle(): void {
    this.isPlaying = !this.isPlaying;
    this.#host.requestUpdate();
    if (this.isPlaying) void this.#play();
  }

  stop(): void {
    if (this.isPlaying) this.toggle();
  }

  async #play(): Promise<void> {
    const { at, duration, show } = this.#steps;
    let [clock, time] = [performance.now(), at()];
    while (this.isPlaying) {
      const frameClock = performance.now();
      const elapsed = (frameClock - clock) / 1000;
      clock = frameClock;
      time = (time + elapsed) % Math.max(duration(), Number.EPSILON);
      await show(time);
      // A frame that is known already comes at once.
      await new Promise(requestAnimationFrame);
    }
  }
}
