import { html, nothing } from 'lit';
import { define } from '../components/base.ts';
import { timeText } from '../components/format.ts';
import '../components/menu.ts';
import type { MenuItem } from '../components/menu.ts';
import type { Role } from '../session.ts';
import { nameText } from '../words.ts';
import './invite-dialog.ts';
import './secret-dialog.ts';
import type { ShownSecret } from './secret-dialog.ts';
import { SettingsPart } from './settings-part.ts';

const ROLES: readonly Role[] = ['viewer', 'editor', 'admin'];

type Person = {
  id: string;
  name: string;
  role: Role;
  signs_in_by: 'invitation' | 'link' | 'openid';
  signed_in_at: string | null;
  is_blocked: boolean;
  is_self: boolean;
};

/** The people who sign in to the studio: an admin invites them, and ends their access. */
class PeoplePart extends SettingsPart {
  static override properties = {
    people: { state: true },
    isInviting: { state: true },
    link: { state: true },
  };

  declare people: readonly Person[] | undefined;
  declare isInviting: boolean;
  declare link: ShownSecret | undefined;

  constructor() {
    super();
    this.isInviting = false;
  }

  override render() {
    return html`${this.list('people', {
      items: this.people,
      icon: 'person',
      add: () => {
        this.isInviting = true;
      },
      card: (person) => this.#card(person),
    })}
      <studio-invite-dialog
        .app=${this.app}
        ?open=${this.isInviting}
        @close=${() => {
          this.isInviting = false;
        }}
        @done=${({ detail }: CustomEvent<{ name: string; studio_url: string }>) => {
          this.#showLink(detail.name, detail.studio_url);
          void this.load();
        }}
      ></studio-invite-dialog>
      <studio-secret-dialog
        .app=${this.app}
        .secret=${this.link}
        @close=${() => {
          this.link = undefined;
        }}
      ></studio-secret-dialog>`;
  }

  #card(person: Person) {
    const { t, app } = this;
    const { name, role, signed_in_at: signedIn, is_blocked: isBlocked } = person;
    const items = this.#actions(person);
    return html`<li>
      <div class="card-head">
        <h2 dir="auto">${nameText(name, person.id)}</h2>
        ${
          items.length > 0
            ? html`<studio-menu
                label=${t('common.moreOf', { name })}
                .items=${items}
                @choose=${(event: CustomEvent<{ id: string }>) =>
                  void this.#chooseAction(event.detail.id, person)}
              ></studio-menu>`
            : nothing
        }
      </div>
      <dl class="facts">
        <dt>${t('people.role')}</dt>
        <dd>${t(`role.${role}`)}</dd>
        <dt>${t('people.lastSignIn')}</dt>
        <dd>
          ${isBlocked ? t('people.blocked') : signedIn ? timeText(signedIn, app.lang) : t('people.never')}
        </dd>
      </dl>
    </li>`;
  }

  /** What can be done with a person. Only the role of an invited person can change here. */
  #actions({
    role,
    signs_in_by: method,
    is_blocked: isBlocked,
    is_self: isSelf,
  }: Person): MenuItem[] {
    const { t } = this;
    if (isSelf) return [];
    const block = isBlocked
      ? { id: 'allow', label: t('people.allow') }
      : { id: 'block', label: t('people.block'), isDanger: true };
    const remove = { id: 'remove', label: t('people.remove'), isDanger: true };
    if (method !== 'invitation') return [block];
    if (isBlocked) return [block, remove];
    return [
      { id: 'link', label: t('people.newLink') },
      ...ROLES.map((each) => ({
        id: each,
        label: t(`role.${each}`),
        isChecked: each === role,
        group: t('people.role'),
      })),
      block,
    ];
  }

  protected override async read(signal: AbortSignal): Promise<void> {
    const { people } = await this.app.client.raw('get', '/studio/people', { signal });
    this.people = people;
  }

  #showLink(name: string, url: string): void {
    const { t } = this;
    this.link = {
      heading: t('people.linkOf', { name }),
      values: [{ label: t('people.link'), value: url }],
      note: t('people.linkNote'),
    };
  }

  /**
   * Handles a choice in the menu of a person: `link`, `remove`, `block`, `allow`, or the new role. The end of
   * the access asks first.
   */
  async #chooseAction(action: string, { id, name, role }: Person): Promise<void> {
    const { t, app } = this;
    const { client } = app;
    if (action === 'link')
      return this.act(async () => {
        const { studio_url: url } = await client.raw('post', '/studio/people/{id}/link', { id });
        this.#showLink(name, url);
      });
    if (action === 'remove')
      return this.act(async () => {
        await client.raw('delete', '/studio/people/{id}', { id });
        await this.load();
      }, t('people.removed'));
    const isBlock = action === 'block';
    if (action === role) return;
    const isAgreed =
      !isBlock ||
      (await app.confirm({
        heading: t('people.askBlock', { name }),
        text: t('people.askBlockText'),
        action: t('people.block'),
        isDanger: true,
      }));
    if (!isAgreed) return;
    const newRole = ROLES.find((each) => each === action);
    const body = newRole ? { role: newRole } : { is_blocked: isBlock };
    await this.act(async () => {
      await client.raw('patch', '/studio/people/{id}', { id, body });
      await this.load();
    }, t('people.changed'));
  }
}

define('studio-people-part', PeoplePart);
