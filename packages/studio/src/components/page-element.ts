import { FocusKeeper } from '@framepress/editor/look';
import { css, LitElement } from 'lit';
import type { AppContext, Route } from '../app-context.ts';
import type { Translate } from '../strings/index.ts';
import { base } from './base.ts';

/** The base of all pages. The app sets `route` and `app` before the first update. */
export class PageElement extends LitElement {
  static override properties = { route: { attribute: false }, app: { attribute: false } };
  static override styles = [
    ...base,
    css`
      .page-head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 12px 16px;
        min-height: 40px;
        margin-block-end: 20px;
      }
      .page-head .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
    `,
  ];

  declare route: Route;
  declare app: AppContext;

  constructor() {
    super();
    new FocusKeeper(this, () => this.renderRoot.querySelector('h1'));
  }

  /** Returns a text of the catalogue. */
  get t(): Translate {
    return this.app.t;
  }
}
