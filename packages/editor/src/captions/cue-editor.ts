import { html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { Warning } from '../api/types.ts';
import { type Cue, cueIndexAt, MAX_CUES } from '../cues/cue.ts';
import {
  type Edited,
  joinCue,
  placeAtTime,
  splitCue,
  withNewCue,
  withoutCue,
  withText,
  withTimes,
} from '../cues/cue-edits.ts';
import { defineElement } from '../fields/field-element.ts';
import { controls, inherited } from '../look/index.ts';
import { CaptionsElement } from './captions-element.ts';
import { cueEditorStyles } from './cue-editor-styles.ts';
import './cue-list.ts';
import type { CueAction, CueList } from './cue-list.ts';
import { type Findings, findingsOf } from './findings.ts';
import { icons } from './icons.ts';
import { languageOf, translator } from './strings/index.ts';

/** The detail of `cues-change`. Changes of the same part that follow each other are undone together. */
export type CuesChange = { cues: readonly Cue[]; part: string };

/** The texts and times of a track, with what is hard to read. It fires `cues-change`, `captions-cue` and `captions-seek`. */
export class CueEditor extends CaptionsElement {
  static override properties: PropertyDeclarations = {
    ...CaptionsElement.properties,
    cues: { attribute: false },
    chosenCue: { attribute: false },
    seconds: { attribute: false },
    isPlaying: { attribute: false },
    duration: { attribute: false },
    fps: { attribute: false },
    textLanguage: { attribute: false },
    warnings: { attribute: false },
    problems: { attribute: false },
    isDisabled: { attribute: false },
    said: { state: true },
  };
  static override styles = [inherited, controls, cueEditorStyles];

  declare cues: readonly Cue[];
  /** The cue that the person has chosen; -1: none. */
  declare chosenCue: number;
  /** The time of the frame. */
  declare seconds: number;
  declare isPlaying: boolean;
  declare duration: number;
  declare fps: number;
  declare textLanguage: string | undefined;
  /** What the service says of the video with these captions. */
  declare warnings: readonly Warning[];
  /** Why the service does not take the captions. */
  declare problems: readonly string[];
  declare isDisabled: boolean;
  /** The last event in words, for screen readers. */
  declare private said: string;
  #findings: Findings = { ofCues: new Map(), general: [] };

  constructor() {
    super();
    this.said = '';
    this.warnings = [];
    this.problems = [];
  }

  /** Moves the focus to the text of a cue. */
  async focusText(index: number): Promise<void> {
    await this.updateComplete;
    await this.#list?.focusText(index);
  }

  get #list(): CueList | null {
    return this.renderRoot.querySelector<CueList>('framepress-cue-list');
  }

  protected override willUpdate(changes: PropertyValues): void {
    super.willUpdate(changes);
    const isOther = ['warnings', 'cues', 'context'].some((name) => changes.has(name));
    if (isOther && this.context)
      this.#findings = findingsOf(this.warnings, this.cues, translator(languageOf(this.context)));
  }

  /** The list follows the video, unless somebody writes in it. */
  protected override updated(changes: PropertyValues): void {
    if (changes.has('chosenCue') && this.chosenCue >= 0) void this.#list?.reveal(this.chosenCue);
    if (!this.isPlaying || !changes.has('seconds') || this.#list?.matches(':focus-within')) return;
    const current = cueIndexAt(this.cues, this.seconds);
    if (current >= 0) void this.#list?.reveal(current);
  }

  protected override render(): unknown {
    const { cues } = this;
    return html`${this.#renderProblems()}
      ${
        cues.length === 0
          ? html`<p class="hint empty">${this.t('panel.no_cues')}</p>`
          : html`<framepress-cue-list
              .context=${this.context}
              .cues=${cues}
              .chosen=${this.chosenCue}
              .current=${cueIndexAt(cues, this.seconds)}
              .findings=${this.#findings.ofCues}
              .textLanguage=${this.textLanguage}
              .isDisabled=${this.isDisabled}
              @cue-action=${({ detail }: CustomEvent<CueAction>) => this.#runAction(detail)}
            ></framepress-cue-list>`
      }
      <div class="foot">
        ${
          this.isDisabled
            ? nothing
            : html`<button
                class="add"
                aria-disabled=${cues.length >= MAX_CUES}
                title=${this.t('panel.add_hint')}
                @click=${this.#addCue}
              >
                ${icons.add} ${this.t('panel.add')}
              </button>`
        }
        <span class="hint">${this.t('panel.count', { count: cues.length })}</span>
      </div>
      <div class="visually-hidden" role="status">${this.said}</div>`;
  }

  /** What is wrong with all captions, and buttons that lead to those with a finding. */
  #renderProblems(): unknown {
    const { problems } = this;
    const { general, ofCues } = this.#findings;
    if (general.length === 0 && ofCues.size === 0 && problems.length === 0) return nothing;
    return html`<div class="problems">
      ${problems.map((text) => html`<p class="fault" role="alert" dir="auto">${text}</p>`)}
      ${
        ofCues.size > 0
          ? html`<div class="finding-steps">
              <span class="warning">${this.t('panel.findings', { count: ofCues.size })}</span>
              ${this.#renderStep(-1)} ${this.#renderStep(1)}
            </div>`
          : nothing
      }
      ${general.map((text) => html`<p class="hint" dir="auto">${text}</p>`)}
    </div>`;
  }

  #renderStep(by: -1 | 1): unknown {
    const label = this.t(by < 0 ? 'panel.previous_finding' : 'panel.next_finding');
    return html`<button
      class="plain icon"
      data-finding=${by}
      aria-label=${label}
      title=${label}
      @click=${() => this.#goToFinding(by)}
    >
      ${by < 0 ? icons.previous : icons.next}
    </button>`;
  }

  #runAction(action: CueAction): void {
    const { cues } = this;
    const { index } = action;
    const cue = cues[index];
    if (!cue) return;
    if (action.kind === 'choose') {
      this.#choose(index);
      return;
    }
    if (this.isDisabled) return;
    if (action.kind === 'text') this.#edit(withText(cues, index, action.text), `text ${index}`);
    if (action.kind === 'times') this.#edit(withTimes(cues, index, action), `times ${index}`);
    if (action.kind === 'remove') this.#remove(index);
    if (action.kind === 'split') this.#split(cue, index, action.place);
    if (action.kind === 'join') {
      const joined = joinCue(cues, index);
      if (joined) this.#editAndFocus(joined, `join ${index} of ${cues.length}`, 'end');
      this.said = this.t(joined ? 'said.joined' : 'said.not_joined');
    }
  }

  /** Splits at the cursor if it is within the text, else at the time of the frame, else in the middle. */
  #split(cue: Cue, index: number, cursor: number | undefined): void {
    const { cues, seconds } = this;
    const isWithin = seconds > cue.start + 0.05 && seconds < cue.end - 0.05;
    const time = isWithin ? seconds : (cue.start + cue.end) / 2;
    const split =
      (cursor === undefined ? undefined : splitCue(cues, index, cursor)) ??
      splitCue(cues, index, placeAtTime(cue, time) ?? 0);
    if (split) this.#editAndFocus(split, `split ${index} of ${cues.length}`, 'start');
    this.said = this.t(split ? 'said.split' : 'said.not_split');
  }

  #remove(index: number): void {
    const { cues } = this;
    const edited = withoutCue(cues, index);
    this.#edit(edited, `remove ${index} of ${cues.length}`);
    this.said = this.t('said.removed');
    void this.updateComplete.then(() =>
      edited.index < 0
        ? this.renderRoot.querySelector<HTMLElement>('.add')?.focus()
        : this.#list?.focusText(edited.index),
    );
  }

  #addCue(): void {
    const { cues, seconds, duration } = this;
    if (cues.length >= MAX_CUES) return;
    this.#editAndFocus(withNewCue(cues, seconds, duration), `add ${cues.length}`, 'end');
    this.said = this.t('said.added');
  }

  /** Reports other cues, and which of them is meant now. */
  #edit({ cues, index }: Edited, part: string): void {
    const detail: CuesChange = { cues, part };
    this.dispatchEvent(new CustomEvent('cues-change', { detail }));
    if (index !== this.chosenCue) this.emit('captions-cue', { cue: index });
  }

  /** The new cues come back from the page as properties. */
  #editAndFocus(edited: Edited, part: string, place: 'start' | 'end'): void {
    this.#edit(edited, part);
    void this.updateComplete.then(() => this.#list?.focusText(edited.index, place));
  }

  /** Shows a cue in the frame, unless the frame shows it already. */
  #choose(index: number): void {
    const cue = this.cues[index];
    if (!cue) return;
    if (index !== this.chosenCue) this.emit('captions-cue', { cue: index });
    if (cueIndexAt(this.cues, this.seconds) === index) return;
    // A frame that begins a little before the cue does not show it.
    const frame = Math.ceil(Math.round(cue.start * this.fps * 1000) / 1000);
    this.emit('captions-seek', { seconds: frame / this.fps });
  }

  #goToFinding(by: -1 | 1): void {
    const indices = [...this.#findings.ofCues.keys()].toSorted((index, other) => index - other);
    const from = this.chosenCue;
    const next =
      by > 0
        ? (indices.find((index) => index > from) ?? indices[0])
        : (indices.findLast((index) => index < from) ?? indices.at(-1));
    if (next !== undefined) this.#choose(next);
  }
}

defineElement('framepress-cue-editor', CueEditor);
