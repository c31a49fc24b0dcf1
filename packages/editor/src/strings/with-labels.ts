import { isolated } from './catalogue.ts';

type Labelled = Readonly<Record<string, { readonly label: string }>>;

/**
 * Returns a message of the service with the labels of editables, which people know, instead of their names.
 * The service writes names as in JSON: `"t_01"` becomes `“Guest”`.
 */
export function withLabels(message: string, editables: Labelled): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)+"/g, (quoted) => {
    const name = nameIn(quoted);
    const label = Object.hasOwn(editables, name) ? editables[name]?.label : undefined;
    return label === undefined ? quoted : `“${isolated(label)}”`;
  });
}

function nameIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
