import { html } from 'lit';
import { define } from '../components/define.ts';
import { PageElement } from '../components/page-element.ts';

export class SignInPage extends PageElement {
  override render() {
    return html`<div class="page-head"><h1>${this.t('signIn.title')}</h1></div>`;
  }
}

define('studio-sign-in-page', SignInPage);
