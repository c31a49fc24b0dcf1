import { css, html } from 'lit';
import { define, StudioElement } from './base.ts';
import { type IconName, icon } from './icons.ts';

/** A list without entries: what would be here, and how to begin. Slots: text and `actions`. */
class StudioEmptyState extends StudioElement {
  static override properties = { heading: {}, icon: {} };
  static override styles = css`
    .state {
      display: grid;
      justify-items: center;
      gap: 12px;
      max-width: 520px;
      margin: 0 auto;
      padding: 48px 16px;
      text-align: center;
    }
    .icon {
      display: grid;
      place-items: center;
      width: 56px;
      height: 56px;
      border-radius: 16px;
      background: var(--fp-raised);
      color: var(--fp-muted);
    }
    .text {
      color: var(--fp-muted);
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: 8px;
      margin-block-start: 4px;
    }
  `;

  declare heading: string;
  declare icon: IconName;

  constructor() {
    super();
    this.heading = '';
    this.icon = 'templates';
  }

  override render() {
    return html`<div class="state">
      <div class="icon">${icon(this.icon, 28)}</div>
      <h2>${this.heading}</h2>
      <div class="text"><slot></slot></div>
      <div class="actions"><slot name="actions"></slot></div>
    </div>`;
  }
}

define('studio-empty-state', StudioEmptyState);
