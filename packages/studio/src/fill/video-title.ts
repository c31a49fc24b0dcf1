import type { TemplateStyleVersion } from '@framepress/client';

/** A proposed title is not longer, so that it can be read in a list. */
const MAX_TEXT = 40;

const END = /[\s,;:!.]+$/;

type Content = {
  version: Pick<TemplateStyleVersion, 'name' | 'editables'>;
  mapping: { resources?: object | undefined };
};

/**
 * Returns the title that is proposed for a video: that of the person, or, while it is only the name of the template,
 * the first text of the video before that name, such as "Valentina – Birthday".
 */
export function titleFor(title: string, { version, mapping }: Content): string {
  if (title !== version.name) return title;
  const text = firstText(version.editables, mapping.resources ?? {});
  return text === undefined ? title : `${text} – ${title}`;
}

/** The text that a person wrote, of those that are seen first. */
function firstText(
  editables: TemplateStyleVersion['editables'],
  resources: object,
): string | undefined {
  const texts = Object.entries(editables)
    .filter(([, { input_type: kind }]) => kind === 'text')
    .toSorted(([, first], [, other]) => first.start - other.start)
    .map(([name]) => (Object.hasOwn(resources, name) ? textOf(resources, name) : ''));
  return texts.find((text) => text !== '');
}

/** The words of an entry in one line, without a comma or the like at their end; empty without words. */
function textOf(resources: object, name: string): string {
  const { source } = Object((resources as Record<string, unknown>)[name]) as {
    source?: { text?: unknown };
  };
  const text = typeof source?.text === 'string' ? source.text : '';
  const words = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...words];
  if (characters.length <= MAX_TEXT) return words.replace(END, '');
  const start = characters.slice(0, MAX_TEXT).join('');
  // Whole words, if the text has some.
  const wholeWords = start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start;
  return `${wholeWords.replace(END, '')}…`;
}
