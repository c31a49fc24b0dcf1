import { html } from 'lit';
import { define } from '../components/define.ts';
import { PageElement } from '../components/page-element.ts';

export class TemplatePage extends PageElement {
  override render() {
    return html`<div class="page-head"><h1>${this.t('template.title')}</h1></div>`;
  }
}

define('studio-template-page', TemplatePage);
