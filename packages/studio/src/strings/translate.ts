import { en } from './en.ts';

export type PluralForms = { other: string } & Partial<
  Record<'zero' | 'one' | 'two' | 'few' | 'many', string>
>;
export type Strings = Readonly<Record<string, string | PluralForms>>;
export type StringKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

/** Returns the text of a key with its places filled. Counts choose their form by `count`. */
export type Translate = (key: StringKey, values?: Values) => string;

/** Returns the texts of a language, in English where the catalogue lacks one. */
export function translatorOf(lang: string, strings: Partial<Strings> = en): Translate {
  const rules = new Intl.PluralRules(lang);
  const numbers = new Intl.NumberFormat(lang);
  return (key, values = {}) => {
    const found = strings[key] ?? (en as Strings)[key] ?? key;
    const { count } = values;
    const form = typeof found === 'string' ? found : formOf(found, rules, count);
    return form.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      return typeof value === 'number' ? numbers.format(value) : (value ?? place);
    });
  };
}

function formOf(
  forms: PluralForms,
  rules: Intl.PluralRules,
  count: string | number | undefined,
): string {
  return forms[rules.select(Number(count ?? 0))] ?? forms.other;
}
