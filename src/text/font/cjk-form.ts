/** The regional forms of ideographs that Chinese, Japanese and Korean fonts share. */
export type CjkForm = 'SC' | 'TC' | 'HK' | 'JP' | 'KR';

/**
 * The form for a text in a language (BCP 47). For other languages the text's letters decide: kana
 * mean Japanese, Hangul means Korean, Bopomofo means Taiwan.
 */
export function cjkFormOf(text: string, language: string): CjkForm {
  return formOfLanguage(language) ?? formOfLetters(text);
}

/**
 * The form of Han characters by the language tag. A region or script subtag selects between the Chinese
 * forms; `zh` alone is Simplified. Undefined: the language is not written in Han characters.
 */
function formOfLanguage(language: string): CjkForm | undefined {
  const [primary, ...subtags] = language.toLowerCase().split(/[-_]/);
  if (primary === 'ja') return 'JP';
  if (primary === 'ko') return 'KR';
  if (primary === 'yue') return subtags.includes('hans') || subtags.includes('cn') ? 'SC' : 'HK';
  if (primary !== 'zh') return undefined;
  if (subtags.includes('hans')) return 'SC';
  if (subtags.includes('hk') || subtags.includes('mo')) return 'HK';
  return subtags.includes('hant') || subtags.includes('tw') ? 'TC' : 'SC';
}

/** Guesses the form from signs that only one language has; Simplified Chinese if there are none. */
function formOfLetters(text: string): CjkForm {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP';
  if (/\p{Script=Hangul}/u.test(text)) return 'KR';
  return /\p{Script=Bopomofo}/u.test(text) ? 'TC' : 'SC';
}

/** The form that the end of a family name states: "Noto Sans CJK JP". */
export function cjkFormOfFamily(family: string): CjkForm | undefined {
  return /(?:\s|CJK)(SC|TC|HK|JP|KR)$/i.exec(family)?.[1]?.toUpperCase() as CjkForm | undefined;
}
