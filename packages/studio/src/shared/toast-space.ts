import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** A bar that is higher above the lower edge of the window leaves space for toasts. */
const NEAR_PX = 120;

/** Keeps toasts above a bar at the lower edge of the window while the bar is shown. */
export class ToastSpace implements ReactiveController {
  readonly #bar: () => Element | null | undefined;

  constructor(host: ReactiveControllerHost, bar: () => Element | null | undefined) {
    this.#bar = bar;
    host.addController(this);
  }

  /** Measures the bar after each update of the host, because it may appear, move or grow. */
  hostUpdated(): void {
    const box = this.#bar()?.getBoundingClientRect();
    const isNear = box && innerHeight - box.bottom < NEAR_PX;
    this.#setSpace(isNear ? innerHeight - box.top : 0);
  }

  hostDisconnected(): void {
    this.#setSpace(0);
  }

  /** Reserves pixels above the lower edge of the window for all toasts; 0 for none. */
  #setSpace(space: number): void {
    const { style } = document.documentElement;
    if (space > 0) style.setProperty('--toast-space', `${Math.round(space)}px`);
    else style.removeProperty('--toast-space');
  }
}
