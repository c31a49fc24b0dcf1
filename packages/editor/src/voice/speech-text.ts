/** A brace that is meant as one, or the name of an editable. */
const PARTS = /\{\{|\}\}|\{([^{}]*)\}/g;

/** Returns a spoken text with texts in place of names. Names without a text stay. */
export function withTexts(text: string, textOf: (name: string) => string | undefined): string {
  return text.replaceAll(PARTS, (part, name?: string) => {
    const value = name === undefined ? undefined : textOf(name);
    return value === undefined ? part : value.replaceAll(/[{}]/g, '$&$&');
  });
}

/** A text editable, as people know it. */
export type NamedText = { readonly name: string; readonly label: string };

/** Returns the names that can be shown by their labels: those that no other editable has. */
function labelsOf(texts: readonly NamedText[]): readonly NamedText[] {
  const isUnique = ({ label }: NamedText) =>
    texts.filter((other) => other.label === label || other.name === label).length === 1;
  return texts.filter(
    (text) => !/[{}]/.test(text.label) && (text.label === text.name || isUnique(text)),
  );
}

/** Returns a spoken text as its field shows it: with labels in place of names. */
export function shownText(text: string, texts: readonly NamedText[]): string {
  const labels = new Map(labelsOf(texts).map(({ name, label }) => [name, label]));
  return text.replaceAll(PARTS, (part, name?: string) => {
    const label = name === undefined ? undefined : labels.get(name);
    return label === undefined ? part : `{${label}}`;
  });
}

/** Returns the spoken text of what a field shows. */
export function storedText(text: string, texts: readonly NamedText[]): string {
  const names = new Map(labelsOf(texts).map(({ name, label }) => [label, name]));
  return text.replaceAll(PARTS, (part, label?: string) => {
    const name = label === undefined ? undefined : names.get(label.trim());
    return name === undefined ? part : `{${name}}`;
  });
}
