import { css, html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ToastKind } from '../app-context.ts';
import type { Translate } from '../strings/index.ts';
import { define, StudioElement } from './base.ts';
import { icon } from './icons.ts';
import { sayInDialog } from './open-dialogs.ts';

const SHOWN_MS = 6000;
/** Errors have more to read. */
const ERROR_SHOWN_MS = 20_000;
const MAX_TOASTS = 4;
/** A dialog closes meanwhile, and the focus goes back. A screen reader would drop words for that. */
const SAY_AFTER_MS = 150;
const SAID_MS = 10_000;

type Toast = { id: number; text: string; kind: ToastKind };

/**
 * Short messages that do not need an answer. The app has one; pages call `app.toast`. A screen reader does
 * not read a region that appears together with its words, so that those for it are always in the page.
 */
export class StudioToasts extends StudioElement {
  static override properties = {
    t: { attribute: false },
    toasts: { state: true },
    said: { state: true },
  };
  static override styles = css`
    .region {
      position: fixed;
      inset: auto 0 calc(16px + var(--toast-space, 0px)) 0;
      display: flex;
      flex-direction: column;
      align-items: center;
      gap: 8px;
      width: auto;
      height: auto;
      margin: 0;
      padding: 0 12px;
      border: 0;
      background: none;
      color: inherit;
      overflow: visible;
      pointer-events: none;
    }
    @media (max-width: 760px) {
      .region {
        /* Above the navigation. */
        inset-block-end: calc(16px + max(60px, var(--toast-space, 0px)));
      }
    }
    .toast {
      display: flex;
      align-items: center;
      gap: 10px;
      max-width: min(560px, 100%);
      padding: 6px 6px 6px 14px;
      padding-inline: 14px 6px;
      border-radius: 10px;
      background: light-dark(#1c1f26, #eceef2);
      color: light-dark(#ffffff, #15181e);
      box-shadow: 0 6px 24px rgb(0 0 0 / 25%);
      pointer-events: auto;
    }
    button {
      padding: 0 8px;
      color: inherit;
    }
    button:hover:not(:disabled) {
      background: rgb(128 128 128 / 30%);
    }
    :focus-visible {
      box-shadow: 0 0 0 2px currentcolor;
    }
  `;

  declare t: Translate;
  declare toasts: readonly Toast[];
  /** The words that a screen reader reads. */
  declare said: readonly Toast[];
  #next = 1;

  constructor() {
    super();
    this.toasts = [];
    this.said = [];
  }

  /** Shows a toast and lets screen readers read it. A toast below the pointer or with the focus stays. */
  show(text: string, kind: ToastKind = 'info'): void {
    const toast = { id: this.#next++, text, kind };
    this.toasts = [...this.toasts, toast].slice(-MAX_TOASTS);
    this.#endLater(toast);
    // Above an open dialog.
    const region = this.renderRoot.querySelector<HTMLElement>('.region');
    if (region?.matches(':popover-open')) region.hidePopover();
    region?.showPopover();
    setTimeout(() => this.#say(toast), SAY_AFTER_MS);
  }

  #endLater({ id, kind }: Toast): void {
    setTimeout(
      () => {
        const toast = this.toasts.find((each) => each.id === id);
        if (!toast) return;
        if (this.renderRoot.querySelector(`[data-id="${id}"]:is(:hover, :focus-within)`))
          this.#endLater(toast);
        else this.#dismiss(id);
      },
      kind === 'error' ? ERROR_SHOWN_MS : SHOWN_MS,
    );
  }

  override render() {
    return html`<div
      class="region"
      popover="manual"
      role="region"
      aria-label=${this.t('toast.region')}
    >
      ${repeat(
        this.toasts,
        ({ id }) => id,
        (toast) => this.#toast(toast),
      )}
    </div>
    ${this.#spoken('status')}${this.#spoken('alert')}`;
  }

  /** The texts for screen readers: errors interrupt, other toasts wait. */
  #spoken(role: 'status' | 'alert') {
    return html`<div class="visually-hidden" role=${role} aria-atomic="false">
      ${repeat(
        this.said.filter(({ kind }) => (kind === 'error') === (role === 'alert')),
        ({ id }) => id,
        ({ text }) => html`<p>${text}</p>`,
      )}
    </div>`;
  }

  #toast({ id, text, kind }: Toast) {
    const name = kind === 'success' ? 'check' : kind;
    return html`<div class="toast" data-id=${id}>
      ${icon(name)}<span>${text}</span>
      <button class="plain" aria-label=${this.t('common.dismiss')} @click=${() => this.#dismiss(id)}>
        ${icon('close', 16)}
      </button>
    </div>`;
  }

  /** Adds a text for screen readers, inside of an open dialog if there is one. */
  #say(toast: Toast): void {
    if (sayInDialog(toast.text)) return;
    this.said = [...this.said, toast].slice(-MAX_TOASTS);
    setTimeout(() => {
      this.said = this.said.filter((spokenToast) => spokenToast !== toast);
    }, SAID_MS);
  }

  /** Removes a toast. Without toasts the region is closed, so that it covers nothing. */
  #dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
    if (this.toasts.length > 0) return;
    const region = this.renderRoot.querySelector<HTMLElement>('.region');
    if (region?.matches(':popover-open')) region.hidePopover();
  }
}

define('studio-toasts', StudioToasts);
