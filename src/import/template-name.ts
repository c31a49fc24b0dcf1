import type { Lottie } from '../lottie/index.ts';

/** Names that programs give by themselves, and that say nothing about a template. */
const DEFAULT_NAME =
  /^(?:(?:pre)?comp(?:osition)?|scene|animation|untitled|main|data|lottie|export)[\s_-]*\d*$/i;
const MAX_NAME = 200;

/**
 * Returns the name of a template: that of template.json, else that of the composition, else that of the file.
 * Names such as `Comp 1` and `data` are used only without a better one.
 */
export function templateName(
  json: { name?: string | undefined },
  lottie: Lottie,
  label: string,
): string {
  const names = [ownName(lottie), label.replace(/\.\w+$/, '')].flatMap((name) =>
    name?.trim() ? [name] : [],
  );
  const best = names.find((name) => !DEFAULT_NAME.test(name.trim()));
  return json.name ?? (best ?? names[0] ?? label).slice(0, MAX_NAME).toWellFormed();
}

/** Some exporters write a number as the name. */
function ownName({ nm }: Lottie): string | undefined {
  const name: unknown = nm;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
}
