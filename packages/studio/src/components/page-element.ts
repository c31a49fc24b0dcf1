import { FocusKeeper } from '@framepress/editor/look';
import { type CSSResultGroup, type CSSResultOrNative, css, type PropertyDeclarations } from 'lit';
import type { Route } from '../app-context.ts';
import { AppElement } from './base.ts';

const pageStyles = css`
  .page-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px 16px;
    min-height: 40px;
    margin-block-end: 20px;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    min-width: 0;
  }
  .back-link {
    display: inline-block;
    margin-block-end: 8px;
    font-size: 0.875rem;
    text-decoration: none;
  }
  /* Readers of screens leave the arrow out. */
  .back-link::before {
    content: '← ' / '';
  }
  :host(:dir(rtl)) .back-link::before {
    content: '→ ' / '';
  }
  .column {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    min-width: 0;
  }
  .loading {
    display: grid;
    gap: 8px;
  }
  .page-head .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;

/** The base of all pages. The app sets `route` and `app` before the first update. */
export class PageElement extends AppElement {
  static override properties: PropertyDeclarations = { route: { attribute: false } };

  declare route: Route;

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector('h1'));
  }

  static override finalizeStyles(styles: CSSResultGroup = []): CSSResultOrNative[] {
    return AppElement.finalizeStyles([pageStyles, styles]);
  }
}
