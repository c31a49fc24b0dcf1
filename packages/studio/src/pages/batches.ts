import { html } from 'lit';
import { define } from '../components/define.ts';
import { PageElement } from '../components/page-element.ts';

export class BatchesPage extends PageElement {
  override render() {
    return html`<div class="page-head"><h1>${this.t('batches.title')}</h1></div>`;
  }
}

define('studio-batches-page', BatchesPage);
