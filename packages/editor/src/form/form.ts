import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { literal, html as staticHtml } from 'lit/static-html.js';
import type { Fault, Fit, Group, Kind, Mapping, Specs } from '../api/types.ts';
import { entryOf } from '../draft/json-patch.ts';
import { defineElement, type FieldContext, FieldElement } from '../fields/field-element.ts';
import '../fields/index.ts';
import { isTemplateGone } from '../draft/failure.ts';
import { controls, inherited } from '../look/index.ts';
import { type Translate, translateFault } from '../strings/index.ts';
import { captionsSummary } from './captions-summary.ts';
import {
  type Field,
  type FieldGroup,
  fieldGroups,
  type Heading,
  missingFields,
  sortFaults,
} from './field-list.ts';
import { fontNotes } from './font-notes.ts';
import { hasVoiceOver, voiceOverField } from './voice-over.ts';

const TAGS = {
  text: literal`framepress-text-field`,
  image: literal`framepress-image-field`,
  video: literal`framepress-video-field`,
  audio: literal`framepress-audio-field`,
  color: literal`framepress-color-field`,
  font: literal`framepress-font-field`,
  number: literal`framepress-number-field`,
  checkbox: literal`framepress-checkbox-field`,
  point: literal`framepress-point-field`,
  menu: literal`framepress-menu-field`,
} as const satisfies Record<Kind, unknown>;

type FocusOptions = { group?: Group; isSelected?: boolean };

/** The fields of a template version, in groups. It fires the events of its fields, and `fields-left`. */
export class Form extends LitElement {
  static override styles = [
    inherited,
    controls,
    css`
      :host {
        display: block;
      }
      section {
        display: grid;
        gap: 16px;
        padding-block: 20px;
      }
      section + :is(section, .more),
      .more + section {
        border-block-start: 1px solid var(--fp-line);
      }
      section:first-of-type {
        padding-block-start: 4px;
      }
      h3 {
        margin: 0;
        font-size: 0.9375rem;
        font-weight: 650;
        line-height: 1.3;
      }
      .notice {
        margin: 0 0 16px;
        padding: 8px 12px;
        border-radius: var(--fp-radius);
        background: var(--fp-raised);
        color: var(--fp-muted);
        font-size: 0.8125rem;
      }
      .fault {
        margin: 0 0 12px;
      }
      .captions {
        gap: 4px;
      }
      .line {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: 12px;
      }
      .captions p {
        margin: 0;
        white-space: pre-line;
      }
      button.small {
        min-block-size: 32px;
        padding: 0 12px;
        font-size: 0.875rem;
      }
      .more {
        padding-block: 8px;
      }
      .more section {
        padding-block: 8px;
      }
      summary {
        min-block-size: 36px;
        padding-block: 8px;
        border-radius: var(--fp-radius);
        color: var(--fp-muted);
        font-weight: 500;
        cursor: pointer;
      }
    `,
  ];
  static override properties = {
    specs: { attribute: false },
    mapping: { attribute: false },
    fit: { attribute: false },
    isFitStale: { attribute: false },
    faults: { attribute: false },
    locked: { attribute: false },
    hiddenEditables: { attribute: false },
    areExamplesUsed: { attribute: false },
    isReadOnly: { attribute: false },
    context: { attribute: false },
    areCaptionsHidden: { attribute: false },
    areCaptionsLocked: { attribute: false },
    duration: { attribute: false },
    canSpeak: { state: true },
    isVoiceOpen: { state: true },
  };

  declare specs: Specs;
  declare mapping: Mapping;
  declare fit: Readonly<Record<string, Fit>>;
  /** Whether the fit of a field is of an older text. */
  declare isFitStale: (group: Group, name: string) => boolean;
  declare faults: readonly Fault[];
  declare locked: ReadonlySet<string>;
  declare hiddenEditables: ReadonlySet<string>;
  /** A render shows the examples of the template in fields that are empty. */
  declare areExamplesUsed: boolean;
  declare isReadOnly: boolean;
  declare context: FieldContext;
  declare areCaptionsHidden: boolean;
  declare areCaptionsLocked: boolean;
  /** Of the video, in seconds. */
  declare duration: number | undefined;
  /** The service has a voice. */
  declare private canSpeak: boolean;
  /** The person wants to add a voice over. */
  declare private isVoiceOpen: boolean;

  constructor() {
    super();
    this.fit = {};
    this.isFitStale = () => false;
    this.faults = [];
    this.locked = new Set();
    this.hiddenEditables = new Set();
    this.areExamplesUsed = false;
    this.isReadOnly = false;
    this.areCaptionsHidden = false;
    this.areCaptionsLocked = false;
    this.canSpeak = false;
    this.isVoiceOpen = false;
  }

  protected override firstUpdated(): void {
    // Without an answer, the voice is not offered.
    void this.context.api.speech().then(
      ({ speech }) => {
        this.canSpeak = speech?.is_available === true;
      },
      () => undefined,
    );
  }

  /** Returns the field of an editable; with `group` only the one of this part of the mapping. */
  fieldOf(name: string, group?: Group): FieldElement | undefined {
    for (const field of this.renderRoot.querySelectorAll<HTMLElement>('[data-field]')) {
      if (!(field instanceof FieldElement) || field.name !== name) continue;
      if (group === undefined || field.group === group) return field;
    }
    return undefined;
  }

  /**
   * Moves the focus to the field of an editable. `isSelected`: what is typed replaces its text. Returns
   * whether it has a field.
   */
  focusField(name: string, { group, isSelected = false }: FocusOptions = {}): boolean {
    const field = this.fieldOf(name, group);
    field?.closest('details')?.setAttribute('open', '');
    field?.scrollIntoView({ block: 'nearest' });
    field?.focusField({ isSelected });
    return field !== undefined;
  }

  /** Whether a field has a fault, or must be filled. */
  get hasProblem(): boolean {
    return this.#firstProblem() !== undefined;
  }

  /**
   * Moves the focus to the first field with a fault, or that must be filled. Returns whether there
   * is one.
   */
  focusFirstProblem(): boolean {
    const field = this.#firstProblem();
    return field !== undefined && this.focusField(field.name, { group: field.group });
  }

  #firstProblem(): FieldElement | undefined {
    for (const field of this.renderRoot.querySelectorAll<HTMLElement>('[data-field]'))
      if (field instanceof FieldElement && (field.faults.length > 0 || field.missing)) return field;
    return undefined;
  }

  /** Moves the focus to the button that opens the captions. */
  focusCaptions(): void {
    this.renderRoot.querySelector<HTMLElement>('[data-captions]')?.focus();
  }

  protected override createRenderRoot() {
    const root = super.createRenderRoot();
    // Events of the fields end in their shadow tree.
    for (const name of ['field-change', 'field-focus'])
      root.addEventListener(name, (event) =>
        this.dispatchEvent(new CustomEvent(name, { detail: (event as CustomEvent).detail })),
      );
    // Outside of the form, no event reports the focus that goes to another part of it.
    root.addEventListener('focusout', (event) => {
      const isLeft = !((event as FocusEvent).relatedTarget instanceof FieldElement);
      if (isLeft && event.target instanceof FieldElement)
        this.dispatchEvent(new CustomEvent('fields-left'));
    });
    return root;
  }

  protected override shouldUpdate(): boolean {
    return this.specs !== undefined && this.mapping !== undefined && this.context !== undefined;
  }

  protected override render(): TemplateResult {
    const { t } = this.context;
    const groups = fieldGroups(this.specs, this.hiddenEditables);
    const { editables } = this.specs;
    const voiceOver = this.#voiceOver;
    const faults = sortFaults(
      this.faults.map((fault) => translateFault(fault, t, editables)),
      [...groups.flatMap(({ fields }) => fields), ...(voiceOver ? [voiceOver] : [])],
    );
    const missing = missingFields(this.specs, this.mapping, this.areExamplesUsed);
    // The message above the form says that the template was deleted.
    const otherFaults = faults.other.filter((fault) => !isTemplateGone(fault));
    const formFaults = otherFaults.filter((fault) => !isOfCaptions(fault));
    const captionFaults = otherFaults.filter(isOfCaptions);
    const renderGroups = (isMore: boolean) =>
      groups.map((group, index) =>
        group.isMore === isMore
          ? this.#renderGroup(group, index, (field) =>
              this.#renderField(field, faults.of(field), missing),
            )
          : nothing,
      );
    return html`${formFaults.map(({ message }) => html`<p class="fault" dir="auto" role="alert">${message}</p>`)}
    ${fontNotes(this.fit, editables, t).map((text) => html`<p class="notice">${text}</p>`)}
    ${groups.length === 0 ? html`<p class="hint">${t('editor.nothing')}</p>` : nothing}
    ${renderGroups(false)}
    ${voiceOver ? this.#renderVoiceOver(voiceOver, (field) => this.#renderField(field, faults.of(field), missing)) : nothing}
    ${this.areCaptionsHidden ? nothing : this.#renderCaptions(captionFaults)}
    ${renderGroups(true)}`;
  }

  /** The field of the track for a voice, where the service can speak or the mapping has it already. */
  get #voiceOver(): Field | undefined {
    const isUsed = hasVoiceOver(this.mapping);
    if (!isUsed && (!this.canSpeak || this.isReadOnly)) return undefined;
    const label = this.context.t('voice.over');
    const field = voiceOverField(this.specs, { label, duration: this.duration });
    return field && !this.hiddenEditables.has(field.name) ? field : undefined;
  }

  /** One line, until the person adds a voice over. */
  #renderVoiceOver(field: Field, renderField: (field: Field) => unknown): unknown {
    const { t } = this.context;
    const isOpen = this.isVoiceOpen || hasVoiceOver(this.mapping);
    if (isOpen) return html`<section class="voice-over">${renderField(field)}</section>`;
    return html`<section class="captions" aria-labelledby="voice-over">
      <div class="line">
        <h3 id="voice-over">${t('voice.over')}</h3>
        <button
          class="small"
          data-voice-over
          ?disabled=${this.locked.has(field.name)}
          @click=${() => {
            this.isVoiceOpen = true;
            void this.updateComplete.then(() =>
              this.focusField(field.name, { group: field.group }),
            );
          }}
        >
          ${t('voice.add')}
        </button>
      </div>
      <p class="hint">${t('voice.none')}</p>
    </section>`;
  }

  /** A line about the captions of each language, and the button that opens them. */
  #renderCaptions(faults: readonly Fault[]): unknown {
    const { t, lang } = this.context;
    const { captions } = this.mapping;
    const isFixed = this.isReadOnly || this.areCaptionsLocked;
    if (isFixed && captions === undefined) return nothing;
    const action =
      captions === undefined ? 'captions.add' : isFixed ? 'captions.look' : 'captions.edit';
    return html`<section class="captions" aria-labelledby="captions">
      <div class="line">
        <h3 id="captions">${t('captions.title')}</h3>
        <button
          class="small"
          data-captions
          aria-describedby="captions-summary"
          @click=${() => this.dispatchEvent(new CustomEvent('captions-open'))}
        >
          ${t(action)}
        </button>
      </div>
      <p class="hint" id="captions-summary">${captions === undefined ? t('captions.none') : captionsSummary(captions, t, lang)}</p>
      ${faults.map(({ message }) => html`<p class="fault" dir="auto" role="alert">${message}</p>`)}
    </section>`;
  }

  /** A group with its heading. Fields that few people need are folded. */
  #renderGroup(
    { heading, fields, isMore }: FieldGroup,
    index: number,
    renderField: (field: Field) => unknown,
  ): unknown {
    const { t } = this.context;
    const text = headingText(heading, t);
    const id = `group-${index}`;
    const section = html`<section aria-labelledby=${text === '' ? nothing : id}>
      ${text === '' ? nothing : html`<h3 id=${id}><bdi>${text}</bdi></h3>`}
      ${repeat(fields, ({ group, name }) => `${group}/${name}`, renderField)}
    </section>`;
    if (!isMore) return section;
    return html`<details class="more">
      <summary>${t('editor.more')}</summary>
      ${section}
    </details>`;
  }

  /**
   * A field with the state of its entry. A form that cannot be edited does not mark single fields
   * as locked.
   */
  #renderField(
    { name, group, editable }: Field,
    faults: readonly Fault[],
    missing: ReadonlySet<string>,
  ): unknown {
    const entry = entryOf(this.mapping, group, name);
    const fit = Object.hasOwn(this.fit, name) ? this.fit[name] : undefined;
    const isLocked = this.locked.has(name) && !this.isReadOnly;
    return staticHtml`<${TAGS[editable.input_type]}
      data-field
      .name=${name}
      .group=${group}
      .editable=${editable}
      .entry=${entry}
      .fit=${fit}
      .isFitStale=${fit !== undefined && this.isFitStale(group, name)}
      .faults=${faults}
      .disabled=${isLocked || this.isReadOnly}
      .isLocked=${isLocked}
      .isVoiceOver=${name === 'voice' && !Object.hasOwn(this.specs.editables, name)}
      .missing=${missing.has(name)}
      .context=${this.context}
    ></${TAGS[editable.input_type]}>`;
  }
}

/** Whether a fault is of the captions, which have no field. */
function isOfCaptions({ pointer }: Fault): boolean {
  return /^(?:\/mapping)?\/captions(?:\/|$)/.test(pointer ?? '');
}

/** The heading of a group; empty for the only group of a form. */
function headingText(heading: Heading, t: Translate): string {
  if (heading.kind === 'named') return heading.text;
  if (heading.kind === 'scene') return t('editor.scene', { count: heading.number });
  const keys = { audio: 'editor.audios', fonts: 'editor.fonts', others: 'editor.others' } as const;
  return heading.kind === 'all' ? '' : t(keys[heading.kind]);
}

defineElement('framepress-form', Form);
