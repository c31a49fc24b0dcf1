import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { FieldContext } from '../fields/field-element.ts';
import type { Values } from '../strings/index.ts';
import { type CaptionKey, languageOf, loadStrings, translator } from './strings/index.ts';

/** An element of the captions, with their strings in the language of its context. */
export abstract class CaptionsElement extends LitElement {
  static override properties: PropertyDeclarations = { context: { attribute: false } };

  declare context: FieldContext;

  protected t(key: CaptionKey, values?: Values): string {
    return translator(languageOf(this.context))(key, values);
  }

  /** Another language is loaded first; until then the texts are English. */
  protected override willUpdate(changes: PropertyValues): void {
    if (!changes.has('context') || !this.context) return;
    void loadStrings(languageOf(this.context)).then(() => this.requestUpdate());
  }

  protected override shouldUpdate(_: PropertyValues): boolean {
    return this.context !== undefined;
  }

  /** Reports something to the elements around. */
  protected emit(name: string, detail: object = {}): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
