/** Text that is HTML already. Everything else is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Part[] | undefined | false;

/** Returns the HTML of a template. Values are escaped, unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  const text = strings.map((string, index) => string + partHtml(values[index])).join('');
  return new Html(text);
}

/**
 * Returns a part of a template as HTML. All but `Html` is escaped; undefined and false are left
 * out.
 */
function partHtml(value: Part): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(partHtml).join('');
  return escapeHtml(String(value));
}

/** Escapes a text for HTML and for attribute values in quotes of both kinds. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
