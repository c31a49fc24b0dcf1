import { readFileSync } from 'node:fs';

/**
 * A text, the language (BCP 47) it is in, and the scripts whose fonts it is set in, in the order in
 * which they are looked through. The `id` is the language and a number.
 */
export type Sample = { id: string; text: string; language: string; scripts: readonly string[] };

/** A file of texts, one a line, under headings as `# de: Latin`; invisible characters as `\u00ad`. */
export function readSamples(file: string): Sample[] {
  const samples: Sample[] = [];
  const counts = new Map<string, number>();
  let [language, scripts]: [string, string[]] = ['', []];
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const heading = /^# (\S+): (.+)$/.exec(line);
    if (heading) [language, scripts] = [heading[1] ?? '', heading[2]?.split(' ') ?? []];
    if (heading || line === '') continue;
    const count = (counts.get(language) ?? 0) + 1;
    counts.set(language, count);
    samples.push({ id: `${language} ${count}`, text: unescaped(line), language, scripts });
  }
  return samples;
}

function unescaped(line: string): string {
  return line.replaceAll(/\\(?:u([0-9a-f]{4})|(\\))/g, (_, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
