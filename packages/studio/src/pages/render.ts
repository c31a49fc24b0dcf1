import { html } from 'lit';
import { define } from '../components/define.ts';
import { PageElement } from '../components/page-element.ts';

export class RenderPage extends PageElement {
  override render() {
    return html`<div class="page-head"><h1>${this.t('render.title')}</h1></div>`;
  }
}

define('studio-render-page', RenderPage);
