import editorArabic from '../../packages/editor/src/strings/ar.json' with { type: 'json' };
import type { Strings } from '../../packages/editor/src/strings/catalogue.ts';
import editorEnglish from '../../packages/editor/src/strings/en.json' with { type: 'json' };
import studioArabic from '../../packages/studio/src/strings/ar.json' with { type: 'json' };
import studioEnglish from '../../packages/studio/src/strings/en.json' with { type: 'json' };
import type { TestPage } from '../support/browser.ts';

const CATALOGUES: [Strings, Strings][] = [
  [editorEnglish, editorArabic],
  [studioEnglish, studioArabic],
];

/** The keys of all texts, and the English texts that Arabic has other words for. */
const untranslated = new Set(
  CATALOGUES.flatMap(([english, arabic]) =>
    Object.entries(english).flatMap(([key, text]) => {
      const forms = typeof text === 'string' ? [text] : Object.values(text);
      const plain = forms.filter((form) => !form.includes('{') && form !== arabic[key]);
      return [key, ...plain];
    }),
  ),
);

type Node = {
  nodeType: number;
  nodeValue: string | null;
  childNodes: Iterable<Node>;
  shadowRoot?: Node | null;
  getAttribute(name: string): string | null;
  checkVisibility(): boolean;
};

/** Returns the texts and labels of a page, with those of all shadow roots. */
function shownTexts(page: TestPage): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const add = (text: string | null) => {
      if (text?.trim()) found.add(text.replaceAll(/\s+/g, ' ').trim());
    };
    const read = (node: Node) => {
      if (node.nodeType === 3) return add(node.nodeValue);
      if (node.nodeType === 1) {
        if (!node.checkVisibility()) return;
        for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'])
          add(node.getAttribute(name));
      }
      if (node.shadowRoot) read(node.shadowRoot);
      for (const child of node.childNodes) read(child);
    };
    read((globalThis as unknown as { document: { body: Node } }).document.body);
    return [...found];
  });
}

/** Returns the texts of an Arabic page that are keys, or English although there are Arabic words. */
export async function untranslatedTexts(page: TestPage): Promise<string[]> {
  return (await shownTexts(page)).filter((text) => untranslated.has(text));
}
