import type { Destination, DestinationTest } from '@framepress/client';
import { translateFault } from '@framepress/editor/strings';
import { css, html, nothing } from 'lit';
import { define } from '../components/base.ts';
import '../components/dialog.ts';
import { listText, timeText } from '../components/format.ts';
import { icon } from '../components/icons.ts';
import '../components/menu.ts';
import { nameText } from '../words.ts';
import './destination-dialog.ts';
import { SettingsPart } from './settings-part.ts';

const MAX_DESTINATIONS = 1000;

/** The places that finished videos can be sent to. */
class DestinationsPart extends SettingsPart {
  static override properties = {
    destinations: { state: true },
    tests: { state: true },
    testing: { state: true },
    dialog: { state: true },
  };
  static override styles = css`
    .steps {
      display: grid;
      gap: 4px;
      margin: 0;
      padding: 10px 14px;
      border-radius: var(--fp-radius);
      background: var(--fp-raised);
      list-style: none;
    }
    .steps svg {
      vertical-align: -3px;
    }
    .good {
      color: var(--fp-success);
    }
  `;

  declare destinations: readonly Destination[] | undefined;
  /** The last test of each destination. */
  declare tests: ReadonlyMap<string, DestinationTest>;
  declare testing: string | undefined;
  declare dialog: { destination: Destination | undefined } | undefined;

  constructor() {
    super();
    this.tests = new Map();
  }

  override render() {
    const { destinations, dialog } = this;
    return html`${this.list('destinations', {
      items: destinations,
      icon: 'upload',
      add: () => {
        this.dialog = { destination: undefined };
      },
      card: (destination) => this.#card(destination),
    })}
      <studio-destination-dialog
        .app=${this.app}
        .destination=${dialog?.destination}
        ?open=${dialog !== undefined}
        @saved=${() => void this.load()}
        @close=${() => {
          this.dialog = undefined;
        }}
      ></studio-destination-dialog>`;
  }

  #card(destination: Destination) {
    const { t, app, testing } = this;
    const { id, kind, prefix, identity } = destination;
    const name = nameText(destination.name, prefix);
    const items = [
      { id: 'edit', label: t('settings.edit') },
      { id: 'delete', label: t('destinations.delete'), isDanger: true },
    ];
    return html`<li>
      <div class="card-head">
        <h2 dir="auto">${name}</h2>
        <div class="buttons"><button
          aria-label="${t('settings.test')}: ${name}"
          aria-disabled=${testing !== undefined}
          @click=${() => void this.#test(id)}
        >
          ${t(testing === id ? 'destinations.testing' : 'settings.test')}
        </button>
        <studio-menu
          label=${t('common.moreOf', { name })}
          .items=${items}
          @choose=${(event: CustomEvent<{ id: string }>) =>
            void this.#chooseAction(event.detail.id, destination)}
        ></studio-menu></div>
      </div>
      <dl class="facts">
        <dt>${t('destinations.prefix')}</dt>
        <dd><bdi>${prefix}</bdi></dd>
        <dt>${t('destinations.kind')}</dt>
        <dd>${listText([t(`destinations.kind.${kind}`), identity], app.lang)}</dd>
        <dt>${t('settings.created')}</dt>
        <dd>${timeText(destination.created_at, app.lang)}</dd>
      </dl>
      <div role="status">${this.#testResult(this.tests.get(id))}</div>
    </li>`;
  }

  /** The steps of a test. Nothing before the first test of the destination. */
  #testResult(test: DestinationTest | undefined) {
    const { t } = this;
    if (!test) return nothing;
    return html`<ul class="steps">
      <li>
        <strong class=${test.ok ? 'good' : 'problem'}>
          ${t(test.ok ? 'destinations.works' : 'destinations.fails')}
        </strong>
      </li>
      ${test.steps.map((result) => {
        const { step, ok, message, hint } = translateFault(result, t);
        const name = t(`destinations.step.${step}`);
        return html`<li>
          <span class=${ok ? 'good' : 'problem'}>
            ${icon(ok ? 'check' : 'close', 16)}
            ${t(ok ? 'destinations.stepDone' : 'destinations.stepFailed', { step: name })}
          </span>
          ${message ?? nothing} ${hint ?? nothing}
        </li>`;
      })}
    </ul>`;
  }

  protected override async read(signal: AbortSignal): Promise<void> {
    const { destinations } = this.app.client;
    this.destinations = await destinations
      .list({ limit: 100 }, { signal })
      .toArray(MAX_DESTINATIONS);
  }

  /** Tests a destination, one at a time. The result is shown with the destination. */
  async #test(id: string): Promise<void> {
    if (this.testing !== undefined) return;
    this.testing = id;
    await this.act(async () => {
      this.tests = new Map(this.tests).set(id, await this.app.client.destinations.test(id));
    });
    this.testing = undefined;
  }

  /** Handles a choice in the menu of a destination: `edit` opens the dialog; any other deletes, after a question. */
  async #chooseAction(action: string, destination: Destination): Promise<void> {
    const { t, app } = this;
    if (action === 'edit') {
      this.dialog = { destination };
      return;
    }
    const isAgreed = await app.confirm({
      heading: t('destinations.askDelete', {
        name: nameText(destination.name, destination.prefix),
      }),
      text: t('destinations.askDeleteText'),
      action: t('destinations.delete'),
      isDanger: true,
    });
    if (!isAgreed) return;
    await this.act(async () => {
      await app.client.destinations.delete(destination.id);
      await this.load();
    }, t('destinations.deleted'));
  }
}

define('studio-destinations-part', DestinationsPart);
