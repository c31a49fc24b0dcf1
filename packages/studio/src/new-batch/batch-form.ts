import type { RenderKind, TemplateStyleVersionSummary } from '@framepress/client';
import { css, html, nothing } from 'lit';
import { AppElement, define } from '../components/base.ts';
import { icon } from '../components/icons.ts';
import '../components/progress-bar.ts';
import { sectionStyles } from '../shared/section-styles.ts';
import type { BatchChoices } from './batch-choices.ts';
import type { BatchOutput } from './batch-output.ts';
import './batch-output.ts';
import type { Say } from './strings/index.ts';

/** What has to be known before rows are checked. */
export type BatchDoubts = {
  /** No column fills content. */
  fillsNothing: boolean;
  /** Required content without a column and a value. */
  unfilled: readonly { name: string; label: string }[];
  /** Why the table cannot be sent. */
  fault: string | undefined;
  /** The table has faults, or two columns fill the same. */
  isBlocked: boolean;
};

/**
 * The name and options of a batch, with what a person should know before its start. It fires `choices` with the
 * changed ones, `value` with the name of an editable that gets a value for all rows, and `send`.
 */
class StudioBatchForm extends AppElement {
  static override properties = {
    say: { attribute: false },
    version: { attribute: false },
    choices: { attribute: false },
    fileTitle: { attribute: false },
    doubts: { attribute: false },
    sent: { attribute: false },
  };
  static override styles = [
    sectionStyles,
    css`
      .field {
        margin-block-end: 12px;
      }
      .check {
        display: flex;
        align-items: flex-start;
        gap: 10px;
        margin-block: 12px;
      }
      .check input {
        margin: 2px 0 0;
      }
      .doubt {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 4px 10px;
        margin-block: 12px;
        padding: 12px 14px;
        border: 1px solid color-mix(in srgb, var(--fp-warning) 45%, var(--fp-line));
        border-radius: 10px;
        background: color-mix(in srgb, var(--fp-warning) 7%, var(--fp-surface));
      }
      .doubt > svg {
        margin-block-start: 2px;
        color: var(--fp-warning);
      }
      .doubt .words {
        display: grid;
        gap: 8px;
        min-width: 0;
      }
      .labels {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .labels button {
        max-width: 100%;
        min-height: 30px;
        padding: 2px 12px;
        border-radius: 99px;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .send {
        display: grid;
        gap: 8px;
        margin-block-start: 12px;
        justify-items: start;
      }
      .send studio-progress-bar {
        width: 100%;
      }
    `,
  ];

  declare say: Say;
  declare version: TemplateStyleVersionSummary | undefined;
  declare choices: BatchChoices;
  /** The name of the table's file, which is the title unless a person writes another. */
  declare fileTitle: string;
  declare doubts: BatchDoubts;
  /** The progress while files and then the table are sent. */
  declare sent: { label: string; value: number } | undefined;

  override render() {
    const { t, choices, sent, doubts } = this;
    const { usesExamples, render, output, title = this.fileTitle } = choices;
    const isBlocked =
      doubts.isBlocked ||
      doubts.fault !== undefined ||
      (doubts.unfilled.length > 0 && !usesExamples);
    return html`<section>
      <form
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          this.emit('send');
        }}
      >
        <div class="field">
          <label for="title">${t('newBatch.name')}</label>
          <input
            id="title"
            dir="auto"
            required
            maxlength="480"
            .value=${title}
            @input=${(event: Event) => this.#set({ title: (event.target as HTMLInputElement).value })}
          />
        </div>
        <div class="field">
          <label for="render">${t('newBatch.render')}</label>
          <select
            id="render"
            @change=${(event: Event) =>
              this.#set({ render: (event.target as HTMLSelectElement).value as RenderKind })}
          >
            <option value="final" .selected=${render === 'final'}>${t('newBatch.renderFinal')}</option>
            <option value="preview" .selected=${render === 'preview'}>
              ${t('newBatch.renderPreview')}
            </option>
          </select>
        </div>
        <studio-batch-output
          .app=${this.app}
          .version=${this.version}
          .output=${output}
          @output=${(event: CustomEvent<BatchOutput>) => this.#set({ output: event.detail })}
        ></studio-batch-output>
        <label class="check">
          <input
            type="checkbox"
            .checked=${usesExamples}
            @change=${(event: Event) =>
              this.#set({ usesExamples: (event.target as HTMLInputElement).checked })}
          />
          ${t('newBatch.useExample')}
        </label>
        <div role="status">${this.#doubts()}</div>
        <div class="send">
          <button class="primary" ?disabled=${isBlocked} aria-disabled=${sent !== undefined}>
            ${t('newBatch.check')}
          </button>
          ${
            sent === undefined
              ? html`<span class="hint">${t('newBatch.checkHint')}</span>`
              : html`<span class="hint" aria-hidden="true">${sent.label}</span>
                  <studio-progress-bar label=${sent.label} .value=${sent.value}></studio-progress-bar>`
          }
        </div>
      </form>
    </section>`;
  }

  #doubts() {
    const { say, doubts } = this;
    const { fillsNothing, unfilled, fault } = doubts;
    const { usesExamples } = this.choices;
    return html`${fillsNothing ? doubt(html`<p>${say('warn.nothing')}</p>`) : nothing}
    ${
      unfilled.length > 0
        ? doubt(html`<p class=${usesExamples ? '' : 'fault'}>
              ${say(usesExamples ? 'warn.examples' : 'warn.required')}
            </p>
            <div class="labels">
              ${unfilled.map(
                ({ name, label }) => html`<button
                  type="button"
                  dir="auto"
                  aria-label=${say('warn.give', { name: label })}
                  @click=${() => this.emit('value', { name })}
                >
                  ${label}
                </button>`,
              )}
            </div>
            <p class="hint">${say('warn.giveHint')}</p>`)
        : nothing
    }
    ${fault === undefined ? nothing : html`<p class="fault" dir="auto">${fault}</p>`}`;
  }

  #set(changes: Partial<BatchChoices>): void {
    this.emit('choices', changes);
  }
}

function doubt(words: unknown) {
  return html`<div class="doubt">
    ${icon('warning')}
    <div class="words">${words}</div>
  </div>`;
}

define('studio-batch-form', StudioBatchForm);
