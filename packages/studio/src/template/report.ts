import type { TemplateStyleVersion } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import { AppElement, define } from '../components/base.ts';
import '../components/empty-state.ts';
import { secondsRange } from '../components/format.ts';
import { type IconName, icon } from '../components/icons.ts';
import './stills.ts';

type ReportKind =
  | 'expression'
  | 'font'
  | 'image'
  | 'audio'
  | 'text'
  | 'video'
  | 'package'
  | 'other';

/** Beginnings of the codes of a report, the first that matches wins. */
const KINDS: readonly [RegExp, ReportKind][] = [
  [/^expression/, 'expression'],
  [/^(font|glyph)/, 'font'],
  [/^(sound|audio)/, 'audio'],
  [/^video/, 'video'],
  [/^text/, 'text'],
  [/^(image|asset|lottie_asset)/, 'image'],
  [/^(package|template_json|lottie_(malformed|invalid|too))/, 'package'],
  [/^(no_editables|name|slot|animations|theme|state_machines|warnings)/, 'package'],
];

type Entry = TemplateStyleVersion['report']['errors'][number];
type Finding = NonNullable<TemplateStyleVersion['report']['findings']>[number];
type Ids = Pick<Finding, 'viewer_id' | 'remedy_ids'>;

const TOOLS = {
  after_effects: 'After Effects',
  figma: 'Figma',
  lottie_creator: 'Lottie Creator',
} as const;
const MAX_LAYERS = 3;
/** The code of the warning of a package without editables. */
const NOTHING_TO_FILL = 'no_editables';

const ICONS: Record<ReportKind, IconName> = {
  expression: 'settings',
  font: 'font',
  image: 'image',
  audio: 'audio',
  text: 'text',
  video: 'video',
  package: 'templates',
  other: 'warning',
};

/** What the import found, in plain words, beside the stills that it drew. */
class StudioReport extends AppElement {
  static override properties = { version: { attribute: false } };
  static override styles = css`
    :host {
      display: grid;
      gap: 28px;
    }
    section {
      display: grid;
      justify-items: start;
      gap: 12px;
    }
    section > ul {
      width: 100%;
    }
    ul {
      display: grid;
      gap: 8px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: grid;
      grid-template-columns: 40px minmax(0, 1fr);
      gap: 12px;
      padding: 14px 16px;
      border: 1px solid var(--fp-line);
      border-radius: var(--fp-radius);
    }
    .icon {
      display: grid;
      place-items: center;
      width: 40px;
      height: 40px;
      border-radius: 10px;
      background: color-mix(in srgb, var(--sign) 12%, var(--fp-surface));
      color: var(--sign);
    }
    .errors {
      --sign: var(--fp-danger);
    }
    .warnings {
      --sign: var(--fp-warning);
    }
    .words {
      display: grid;
      gap: 2px;
      min-width: 0;
      overflow-wrap: anywhere;
    }
    details {
      margin-block-start: 6px;
    }
    summary {
      cursor: pointer;
      font-weight: 500;
    }
    dl {
      display: grid;
      gap: 6px;
      margin: 8px 0 0;
    }
    dt {
      font-weight: 500;
    }
    dd {
      margin: 0;
    }
  `;

  declare version: TemplateStyleVersion;

  override render() {
    const { t } = this;
    const { errors, warnings, findings = [] } = this.version.report;
    const shownFindings = findings.filter(({ code }) => code !== NOTHING_TO_FILL);
    const stills = Object.keys(this.version.stillcuts).length > 0;
    const isClean = errors.length === 0 && warnings.length === 0;
    return html`${
      isClean
        ? html`<studio-empty-state icon="check" heading=${t('report.clean')}
            >${t('report.cleanText')}</studio-empty-state
          >`
        : nothing
    }
    ${this.#section(
      'errors',
      errors.length,
      errors.map((entry) => this.#entry(entry)),
    )}
    ${findings.length > shownFindings.length ? this.#nothingToFill() : nothing}
    ${this.#section(
      'warnings',
      warnings.filter(({ code }) => code !== NOTHING_TO_FILL).length,
      shownFindings.map((finding) => this.#finding(finding)),
    )}
    ${
      stills && !isClean
        ? html`<studio-stills .app=${this.app} .version=${this.version}></studio-stills>`
        : nothing
    }`;
  }

  /** A section of its own, because it is no fault of the design. */
  #nothingToFill() {
    const { t } = this;
    const { isAdmin } = this.app.session;
    return html`<section>
      <h2>${t('editables.none')}</h2>
      <p class="muted">${t(isAdmin ? 'template.makeEditableText' : 'template.askAdmin')}</p>
      ${
        isAdmin
          ? html`<a class="button" href="#/make-editable/${this.version.id}"
              >${t('template.makeEditable')}</a
            >`
          : nothing
      }
    </section>`;
  }

  #section(kind: 'errors' | 'warnings', count: number, items: readonly unknown[]) {
    if (count === 0) return nothing;
    const { t } = this;
    return html`<section class=${kind}>
      <h2>${t(`report.${kind}`, { count })}</h2>
      <p class="muted">${t(`report.${kind}Text`)}</p>
      <ul>
        ${items}
      </ul>
    </section>`;
  }

  /** Equal warnings as one item: their number, the effect, the layers, and the remedies. */
  #finding(finding: Finding) {
    const { t } = this;
    const { code, message, count, hint, layer_paths: paths } = translateFault(finding, t);
    const { viewer, remedies } = adviceOf(finding, t);
    const kind = reportKind(code);
    const tools = Object.entries(TOOLS) as [keyof typeof TOOLS, string][];
    return html`<li>
      <span class="icon">${icon(ICONS[kind], 22)}</span>
      <div class="words">
        <h3>${t(`report.kind.${kind}`)}${count > 1 ? ` · ${count} ×` : nothing}</h3>
        <span dir="auto">${message}</span>
        <span dir="auto">${viewer}</span>
        ${paths.length > 0 ? this.#layers(finding) : nothing}
        <details>
          <summary>${t('report.mend')}</summary>
          ${hint ? html`<p class="hint" dir="auto">${hint}</p>` : nothing}
          <dl>
            ${tools.map(
              ([tool, name]) =>
                html`<div>
                  <dt>${name}</dt>
                  <dd dir="auto">${remedies[tool]}</dd>
                </div>`,
            )}
          </dl>
        </details>
      </div>
    </li>`;
  }

  /** The first layers, and when they show. */
  #layers({ layer_paths: paths, start, end }: Finding) {
    const path = paths.slice(0, MAX_LAYERS).join(', ');
    const more = paths.length > MAX_LAYERS ? ', …' : '';
    const isTimed = start !== undefined && end !== undefined;
    const time = isTimed ? ` · ${secondsRange(start, end, this.app.lang)}` : '';
    return html`<span class="hint">${this.t('report.at', { path: path + more })}${time}</span>`;
  }

  /** A finding. The path of its layer is left out if the message contains it. */
  #entry(entry: Entry) {
    const { t } = this;
    const { code, message, hint, layer_path: path } = translateFault(entry, t);
    const kind = reportKind(code);
    return html`<li>
      <span class="icon">${icon(ICONS[kind], 22)}</span>
      <div class="words">
        <h3>${t(`report.kind.${kind}`)}</h3>
        <span dir="auto">${message}</span>
        ${hint ? html`<span dir="auto">${hint}</span>` : nothing}
        ${
          path && !message.includes(path)
            ? html`<span class="hint">${t('report.at', { path })}</span>`
            : nothing
        }
      </div>
    </li>`;
  }
}

/** Returns the advice of a finding in the language of the page. Older services name no sentences. */
function adviceOf(
  { viewer, viewer_id, remedies, remedy_ids }: Omit<Finding, keyof Ids> & Partial<Ids>,
  t: AppContext['t'],
): Pick<Finding, 'viewer' | 'remedies'> {
  const say = (message: string, id: string | undefined) =>
    translateFault({ message, message_id: id }, t).message;
  return {
    viewer: say(viewer, viewer_id),
    remedies: {
      after_effects: say(remedies.after_effects, remedy_ids?.after_effects),
      figma: say(remedies.figma, remedy_ids?.figma),
      lottie_creator: say(remedies.lottie_creator, remedy_ids?.lottie_creator),
    },
  };
}

/** Returns what an entry of an import report is about. */
function reportKind(code: string): ReportKind {
  return KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other';
}

define('studio-report', StudioReport);
