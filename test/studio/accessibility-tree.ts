import type { TestPage } from '../support/browser.ts';

type Value = { value?: unknown };
type Property = { name: string; value: Value };
type Node = {
  nodeId: string;
  parentId?: string;
  childIds?: string[];
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  value?: Value;
  properties?: Property[];
};

/** Roles that people act on or that have a state: without a name they are not understood. */
const NAMED = new Set([
  ...[
    'button',
    'link',
    'textbox',
    'searchbox',
    'combobox',
    'listbox',
    'checkbox',
    'radio',
    'switch',
  ],
  ...['slider', 'spinbutton', 'tab', 'tablist', 'tabpanel', 'menu', 'menuitem', 'menuitemradio'],
  ...['progressbar', 'meter', 'dialog', 'alertdialog', 'region', 'navigation', 'image', 'option'],
  ...['ColorWell', 'Date', 'InputTime', 'DisclosureTriangle', 'PopUpButton', 'Video'],
]);
const WITH_VALUE = new Set(['slider', 'spinbutton']);

const sessions = new WeakMap<TestPage, ReturnType<TestPage['createCDPSession']>>();

/** Returns what a screen reader gets from Chromium, without what it ignores. */
async function readTree(page: TestPage): Promise<Node[]> {
  const opening = sessions.get(page) ?? page.createCDPSession();
  sessions.set(page, opening);
  const { nodes } = await (await opening).send('Accessibility.getFullAXTree');
  return nodes as Node[];
}

const roleOf = ({ role }: Node) => String(role?.value ?? '');
const nameOf = ({ name }: Node) => String(name?.value ?? '').trim();
const propertyOf = ({ properties }: Node, wanted: string) =>
  properties?.find(({ name }) => name === wanted)?.value.value;

/** Returns controls without a name, values that are not reported, errors without words, and lists without counts. */
export async function accessibilityFaults(page: TestPage): Promise<string[]> {
  const nodes = await readTree(page);
  const faults: string[] = [];
  for (const node of nodes) {
    if (node.ignored) continue;
    const role = roleOf(node);
    const shown = `${role} ${nameOf(node)}`;
    if (NAMED.has(role) && nameOf(node) === '') faults.push(`${role} has no name`);
    if (WITH_VALUE.has(role) && wordsOfValue(node) === '') faults.push(`${shown} has no value`);
    if (propertyOf(node, 'invalid') === 'true' && !node.description?.value)
      faults.push(`${shown} is wrong, but says not why`);
  }
  return [...new Set(faults)];
}

function wordsOfValue(node: Node): string {
  return String(propertyOf(node, 'valuetext') ?? node.value?.value ?? '');
}

/** Returns the words in all live regions, which a screen reader reads when they change. */
export async function liveTexts(page: TestPage): Promise<string> {
  const nodes = await readTree(page);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const isLive = (node: Node) => ['polite', 'assertive'].includes(String(propertyOf(node, 'live')));
  const textOf = (node: Node): string => {
    if (roleOf(node) === 'StaticText') return nameOf(node);
    const children = (node.childIds ?? []).map((id) => byId.get(id));
    return children.map((child) => (child ? textOf(child) : '')).join(' ');
  };
  return nodes
    .filter((node) => !node.ignored && isLive(node))
    .map(textOf)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
}
