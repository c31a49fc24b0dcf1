import { expect } from 'vitest';
import type { TestPage } from '../support/browser.ts';
import { liveTexts } from './accessibility-tree.ts';

/** Enough for every page of the studio. */
const MAX_STOPS = 120;

type Key = Parameters<TestPage['keyboard']['press']>[0];

/** An element that had the focus. */
type Stop = {
  /** `button Save`: the kind of control, and its label or text. */
  name: string;
  /** Selectors of the element and of the hosts around it, the innermost first. */
  path: string[];
  /** It is busy, and does not react yet. */
  isDisabled: boolean;
};

/**
 * Runs in the page. Records every element that has the focus after a key, and those that look the same with
 * and without it. Elements of closed shadow trees, such as the parts of a date, are their host.
 */
const RECORDER = `(() => {
  if (globalThis.focusRecord) return;
  const record = { elements: [], unseen: [] };
  globalThis.focusRecord = record;
  const slotted = (element) => [...element.querySelectorAll('slot')]
    .flatMap((slot) => slot.assignedNodes({ flatten: true }))
    .map((node) => node.textContent).join(' ');
  const labelOf = (element) => {
    const byId = (id) => element.getRootNode().getElementById?.(id)?.textContent ?? '';
    const labelled = element.getAttribute('aria-labelledby');
    return element.getAttribute('aria-label')
      ?? (labelled ? labelled.split(' ').map(byId).join(' ') : undefined)
      ?? element.labels?.[0]?.textContent
      ?? (element.textContent + slotted(element) || element.getAttribute('title') || '');
  };
  const kindOf = (element) => element.getAttribute('role')
    ?? (element.localName === 'input' ? element.type : element.localName);
  const look = (element) => {
    const seen = [];
    const add = (style) => seen.push(style.outlineStyle, style.outlineWidth, style.outlineColor,
      style.outlineOffset, style.boxShadow, style.borderColor, style.backgroundColor);
    add(getComputedStyle(element));
    add(getComputedStyle(element, '::after'));
    // A field for files is transparent: its frame shows the focus.
    for (let at = element.parentElement, depth = 0; at && depth < 2; at = at.parentElement, depth++)
      add(getComputedStyle(at));
    return seen.join();
  };
  const pathOf = (element) => {
    const path = [];
    for (let at = element; at instanceof Element; at = at.getRootNode().host)
      path.push(at.localName + (at.id ? '#' + at.id : '') + [...at.classList].map((one) => '.' + one).join(''));
    return path;
  };
  let last;
  record.note = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return undefined;
    const before = last;
    // A control may have another name meanwhile, such as Pause instead of Play.
    const stop = {
      name: (kindOf(element) + ' ' + labelOf(element)).replaceAll(/\\s+/g, ' ').trim(),
      path: pathOf(element),
      isDisabled: element.getAttribute('aria-disabled') === 'true',
    };
    if (before?.element === element) return stop;
    last = { element, stop, look: look(element) };
    record.elements.push(element);
    const isGone = !before?.element.isConnected || !before.element.checkVisibility();
    // The focus of a page that was opened is heard, but not seen. Controls of a video are drawn by the browser.
    const isOther = isGone || ['main', 'video'].includes(before.element.localName);
    if (!isOther && before.look === look(before.element))
      record.unseen.push(before.stop.name + ' in ' + before.stop.path.join(' < '));
    return stop;
  };
  // Events of the focus do not leave a shadow tree within which it moves.
  addEventListener('keyup', () => record.note(), true);
})()`;

/**
 * Runs in the page. Records the texts that live regions get, because some are gone after seconds, within which
 * a busy machine may not look.
 */
const LISTENER = `(() => {
  if (globalThis.announced) return;
  const announced = [];
  globalThis.announced = announced;
  const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const hear = (element) => {
    const text = element?.textContent.replaceAll(/\\s+/g, ' ').trim();
    if (text && element.checkVisibility()) announced.push(text);
  };
  const note = (changes) => {
    for (const { target, addedNodes } of changes) {
      hear((target instanceof Element ? target : target.parentElement)?.closest(LIVE));
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const one of [node, ...node.querySelectorAll('*')]) if (one.matches(LIVE)) hear(one);
    }
  };
  const observer = new MutationObserver(note);
  const watch = (root) => {
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
  };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    watch(root);
    return root;
  };
  watch(document);
})()`;

/** Begins to record where the focus goes and what is announced, also on pages that are opened later. */
export async function recordFocus(page: TestPage): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  for (const script of [RECORDER, LISTENER]) {
    await page.evaluateOnNewDocument(script);
    await page.evaluate(script);
  }
}

/** What is announced in a page, after what has been found in it before. */
function listenerOf(page: TestPage) {
  let heard = { document: 0, count: 0 };
  return async (words: string | RegExp): Promise<string> => {
    const [document, all] = (await page.evaluate(
      '[performance.timeOrigin, globalThis.announced ?? []]',
    )) as [number, string[]];
    if (heard.document !== document) heard = { document, count: 0 };
    const texts = all.slice(heard.count);
    const index = texts.findIndex((text) =>
      typeof words === 'string' ? text.includes(words) : words.test(text),
    );
    if (index >= 0) heard.count += index + 1;
    return index >= 0 ? (texts[index] ?? '') : liveTexts(page);
  };
}

/** Returns the element that has the focus, or undefined when nothing has it. */
function focused(page: TestPage): Promise<Stop | undefined> {
  return page.evaluate('focusRecord.note()') as Promise<Stop | undefined>;
}

/** The hands of a person who has no mouse. */
export function keyboardOf(page: TestPage) {
  const announcement = listenerOf(page);
  const press = async (...keys: Key[]): Promise<void> => {
    // WebDriver BiDi names the key by its character.
    for (const key of keys) await page.keyboard.press(key === 'Space' ? (' ' as Key) : key);
  };

  const tab = async (isBack: boolean): Promise<void> => {
    if (!isBack) return press('Tab');
    await page.keyboard.down('Shift');
    await press('Tab');
    await page.keyboard.up('Shift');
  };

  /** Presses Tab until a control with this name has the focus: `button Save`. */
  async function tabTo(wanted: string | RegExp, { back = false } = {}): Promise<void> {
    const isWanted = (name: string) =>
      typeof wanted === 'string' ? name === wanted : wanted.test(name);
    const seen = new Set<string>();
    const step = async (): Promise<string> => {
      const stop = await focused(page);
      if (stop && isWanted(stop.name)) return 'reached';
      seen.add(stop?.name ?? '(nothing)');
      await tab(back);
      return [...seen].join(', ');
    };
    // The control may come later.
    await expect.poll(step, { interval: 1, message: `Tab to ${wanted}` }).toBe('reached');
  }

  return {
    press,
    tabTo,
    /** Types into the control with this name, in place of what it has. */
    async fill(name: string | RegExp, text: string): Promise<void> {
      await tabTo(name);
      await page.keyboard.down('Control');
      await press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    /** Presses Enter on the control with this name. */
    async enter(name: string | RegExp, options?: { back?: boolean }): Promise<void> {
      await tabTo(name, options);
      await expect.poll(async () => (await focused(page))?.isDisabled).toBe(false);
      await press('Enter');
    },
    /** Chooses the option with this text, as it is found by typing. */
    async choose(name: string | RegExp, option: string): Promise<void> {
      await tabTo(name);
      await page.keyboard.type(option);
    },
    /** Opens the dialog of the browser for files, and chooses one. */
    async chooseFile(name: string | RegExp, path: string): Promise<void> {
      await tabTo(name);
      const [chooser] = await Promise.all([page.waitForFileChooser(), press('Enter')]);
      await chooser.accept([path]);
    },
    /** Waits until an element has the focus. */
    has: (name: string | RegExp) =>
      expect
        .poll(async () => (await focused(page))?.name)
        [typeof name === 'string' ? 'toBe' : 'toMatch'](name as never),
    /** Waits until a screen reader is given these words. */
    hears: (words: string | RegExp) =>
      expect
        .poll(() => announcement(words), { interval: 100 })
        [typeof words === 'string' ? 'toContain' : 'toMatch'](words as never),
  };
}

/** Fails if the focus was somewhere without being seen. */
export async function expectSeenFocus(page: TestPage): Promise<void> {
  const unseen = (await page.evaluate('focusRecord.unseen')) as string[];
  expect([...new Set(unseen)]).toEqual([]);
}

/**
 * Presses Tab until the first element has the focus again. Returns controls that Tab does not reach, and
 * elements in which the focus is not seen.
 */
export async function tabThrough(page: TestPage): Promise<{ missed: string[]; unseen: string[] }> {
  const first = await tabOnce(page);
  // A part of the page may have come meanwhile.
  return first.missed.length > 0 ? tabOnce(page) : first;
}

async function tabOnce(page: TestPage): Promise<{ missed: string[]; unseen: string[] }> {
  await page.evaluate('Object.assign(focusRecord, { elements: [], unseen: [] })');
  const hasWrapped = `(() => {
    const { elements } = focusRecord;
    return new Set(elements).size < elements.length;
  })()`;
  for (let presses = 0; presses < MAX_STOPS; presses++) {
    await page.keyboard.press('Tab');
    if (presses % 8 === 7 && (await page.evaluate(hasWrapped))) break;
  }
  const missed = (await page.evaluate(MISSED)) as string[];
  const unseen = (await page.evaluate('focusRecord.unseen')) as string[];
  return { missed, unseen: [...new Set(unseen)] };
}

/** The visible controls, of the open dialog if there is one, that did not have the focus. */
const MISSED = `(() => {
  const reached = new Set(focusRecord.elements);
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      found.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const dialog = found.findLast((element) => element.matches('dialog:modal'));
  const isInside = (element) => {
    if (!dialog) return true;
    for (let at = element; at; at = at.assignedSlot ?? at.parentNode ?? at.host)
      if (at === dialog) return true;
    return false;
  };
  const isControl = (element) => element.matches('a[href], button, input, select, textarea, summary, [tabindex]')
    && element.tabIndex >= 0 && !element.matches(':disabled')
    && element.checkVisibility({ visibilityProperty: true });
  // Arrow keys move within a group.
  const isOfGroup = (element) => element.type === 'radio' && !element.checked;
  return found
    .filter((element) => isControl(element) && isInside(element) && !isOfGroup(element) && !reached.has(element))
    .map((element) => element.outerHTML.slice(0, 160));
})()`;
