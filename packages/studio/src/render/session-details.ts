import type { RenderSession } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import type { AppContext } from '../app-context.ts';
import '../components/code-block.ts';
import { durationText, listText, sizeText, timeText } from '../components/format.ts';
import type { TemplateNames } from '../shared/template-names.ts';
import type { StringKey } from '../strings/index.ts';
import { numberText } from '../words.ts';
import { fitWords } from './fit-words.ts';

/** Styles of the parts below. */
export const detailStyles = css`
  .fit {
    display: grid;
    gap: 2px;
  }
  ul.faults {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
    margin: 0;
    padding-inline-start: 18px;
  }
  .hint-line {
    display: block;
    color: var(--fp-muted);
  }
  details > summary {
    border-radius: 4px;
    cursor: pointer;
  }
  details > summary :is(h2, h3) {
    display: inline;
  }
  details[open] > summary {
    margin-block-end: 12px;
  }
  details studio-code-block {
    display: block;
    margin-block-start: 12px;
  }
  .timing {
    display: grid;
    grid-template-columns: minmax(120px, auto) minmax(0, 1fr) auto;
    align-items: center;
    gap: 6px 12px;
  }
  .timing meter {
    width: 100%;
  }
`;

/** The editables of a session's template, by name. */
export type Editables = Readonly<Record<string, { readonly label: string }>>;
type Warning = RenderSession['warnings'][number] & { hint?: string };
type Part = { session: RenderSession; app: AppContext };

/** Who made a session from which template, and when. */
export function summaryFacts({ session, app, names }: Part & { names: TemplateNames }) {
  const { t, lang } = app;
  const version = names.versions.get(session.template_style_version_id);
  const template = names.nameOf(session.template_style_version_id);
  const { width, height, duration, started_at: started, ended_at: ended } = session;
  const link =
    version && template
      ? html`<a href="#/templates/${version.template_id}">${template}</a>`
      : t('renders.templateGone');
  const batch = html`<a href="#/batches/${session.batch_id ?? ''}"
    >${t('render.batchRow', { row: session.batch_row ?? 0 })}</a
  >`;
  return html`<dl class="facts">
    ${fact(t('render.madeWith'), link)}
    ${session.batch_id ? fact(t('render.batch'), batch) : nothing}
    ${duration ? fact(t('render.length'), durationText(duration, lang)) : nothing}
    ${width && height ? fact(t('render.size'), sizeText(width, height)) : nothing}
    ${session.created_by ? fact(t('render.madeBy'), session.created_by.name) : nothing}
    ${
      ended
        ? fact(t('render.made'), timeText(ended, lang))
        : fact(
            t(started ? 'render.started' : 'render.begun'),
            timeText(started ?? session.created_at, lang),
          )
    }
    ${started && ended ? fact(t('render.timings'), durationText(secondsBetween(started, ended), lang)) : nothing}
    ${session.expires_at ? fact(t('render.expires'), timeText(session.expires_at, lang)) : nothing}
  </dl>`;
}

/** At least one second: nobody waited for less. */
function secondsBetween(start: string, end: string): number {
  return Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 1000));
}

/** Facts of the files and ids for programs. */
export function technicalFacts({ session, app }: Part) {
  const { t, lang } = app;
  const { fps, loudness, external_id: externalId } = session;
  const lufs = numberText(loudness?.integrated_lufs ?? 0, lang, 1);
  const codecs = session.outputs.map(({ format, codec }) =>
    format === codec ? format.toUpperCase() : `${format.toUpperCase()} (${codec.toUpperCase()})`,
  );
  return html`<dl class="facts">
    ${fact(t('render.id'), html`<span class="code">${session.id}</span>`)}
    ${externalId ? fact(t('render.externalId'), externalId) : nothing}
    ${fps ? fact(t('render.frameRate'), t('render.fps', { fps: numberText(fps, lang, 3) })) : nothing}
    ${codecs.length > 0 ? fact(t('render.codecs'), listText(codecs, lang)) : nothing}
    ${loudness ? fact(t('render.loudness'), t('render.loudnessValue', { lufs })) : nothing}
  </dl>`;
}

function fact(name: string, value: unknown) {
  return html`<dt>${name}</dt>
    <dd><bdi>${value}</bdi></dd>`;
}

/** Returns the label of an editable; its name without one. */
function labelOf(name: string, editables: Editables): string {
  return (Object.hasOwn(editables, name) && editables[name]?.label) || name;
}

/** The errors of a session, each with what to do. */
export function errorsSection({ session, app }: Part, editables: Editables) {
  if (session.errors.length === 0) return nothing;
  return html`<section class="problems">
    <h2>${app.t('render.errors')}</h2>
    <ul class="faults">
      ${session.errors.map((error) => {
        const { message, hint, editable } = translateFault(error, app.t, editables);
        return html`<li>
          ${editable ? html`<strong><bdi>${labelOf(editable, editables)}</bdi>: </strong>` : nothing}
          <span class="problem" dir="auto">${message}</span>
          ${hint ? html`<span class="hint-line" dir="auto">${hint}</span>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** Nothing without warnings. Names of editables in their texts are replaced by labels. */
export function warningsSection({ session, app }: Part, editables: Editables) {
  if (session.warnings.length === 0) return nothing;
  return html`<section>
    <h2>${app.t('render.warnings')}</h2>
    <ul class="faults">
      ${session.warnings.map((warning) => {
        const { message, hint } = translateFault(warning as Warning, app.t, editables);
        return html`<li>
          <bdi>${message}</bdi> ${hint ? html`<span class="hint-line" dir="auto">${hint}</span>` : nothing}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** The texts and images that do not just fit, in plain words. */
export function fitSection({ session, app }: Part, editables: Editables) {
  const { t, lang } = app;
  const entries = Object.entries(session.fit).filter(([, fit]) =>
    fitWords(fit, t, lang).some(({ text }) => text !== t('fit.good')),
  );
  if (entries.length === 0) return nothing;
  return html`<section>
    <h2>${t('render.fit')}</h2>
    <dl class="facts">
      ${entries.map(
        ([name, fit]) => html`<dt><bdi>${labelOf(name, editables)}</bdi></dt>
          <dd class="fit">
            ${fitWords(fit, t, lang).map(
              ({ text, isProblem }) =>
                html`<span class=${isProblem ? 'problem' : ''}>${text}</span>`,
            )}
          </dd>`,
      )}
    </dl>
  </section>`;
}

/** The seconds of each phase as a share of their sum. Nothing without timings. */
export function timingsSection({ session, app }: Part) {
  const { t, lang } = app;
  const entries = Object.entries(session.timings);
  if (entries.length === 0) return nothing;
  const total = entries.reduce((sum, [, seconds]) => sum + seconds, 0);
  return html`<section>
    <h3>${t('render.phases')}</h3>
    <div class="timing">
      ${entries.map(([phase, seconds]) => {
        const name = phaseName(phase, app);
        return html`<span>${name}</span>
          <meter
            min="0"
            max=${Math.max(total, 0.001)}
            value=${seconds}
            aria-label=${name}
            aria-valuetext=${durationText(seconds, lang)}
          ></meter>
          <span class="muted">${durationText(seconds, lang)}</span>`;
      })}
      <strong>${t('render.timingTotal')}</strong><span></span>
      <strong>${durationText(total, lang)}</strong>
    </div>
  </section>`;
}

const PHASES = ['queued', 'fetching', 'composing', 'rendering', 'assembling', 'delivering'];

/** Returns the name of a phase; phases that the studio does not know are shown as they are. */
function phaseName(phase: string, { t }: AppContext): string {
  return PHASES.includes(phase) ? t(`phase.${phase}` as StringKey) : phase;
}

/** The digests of a session, closed at first. */
export function receiptSection({ session, app }: Part) {
  const { t } = app;
  const { receipt } = session;
  if (!receipt) return nothing;
  const lists: [StringKey, [string, string][]][] = [
    ['render.receiptTemplate', [['', receipt.template.sha256]]],
    ['render.receiptMapping', [['', receipt.mapping]]],
    ['render.receiptMedia', Object.entries(receipt.media)],
    ['render.receiptFonts', receipt.fonts.map(({ name, sha256 }) => [name, sha256])],
    [
      'render.receiptEngine',
      Object.entries(receipt.engine).map(([name, value]) => [name, `${value}`]),
    ],
    ['render.receiptOutputs', Object.entries(receipt.outputs)],
  ];
  return html`<section>
    <details>
      <summary><h3>${t('render.receipt')}</h3></summary>
      <p class="muted">${t('render.receiptText')}</p>
      <dl class="facts">
        ${lists
          .filter(([, entries]) => entries.length > 0)
          .map(
            ([key, entries]) => html`<dt>${t(key)}</dt>
              <dd>
                ${entries.map(
                  ([name, digest]) =>
                    html`<div class="digest" dir="ltr">${name ? `${name} ` : ''}${digest}</div>`,
                )}
              </dd>`,
          )}
      </dl>
      <studio-code-block
        .t=${t}
        label=${t('render.receiptCopy')}
        .code=${JSON.stringify(receipt, null, 2)}
      ></studio-code-block>
    </details>
  </section>`;
}
