/** The forms in which Chinese, Japanese and Korean fonts write the ideographs that these share. */
export type CjkForm = 'SC' | 'TC' | 'HK' | 'JP' | 'KR';

/**
 * The form for a text in a language (BCP 47). Where that is none of the four, the text's own
 * letters tell: kana are Japanese, Hangul is Korean, Bopomofo is of Taiwan.
 */
export function cjkFormOf(text: string, language: string): CjkForm {
  return formOfLanguage(language) ?? formOfLetters(text);
}

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

function formOfLetters(text: string): CjkForm {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'JP';
  if (/\p{Script=Hangul}/u.test(text)) return 'KR';
  return /\p{Script=Bopomofo}/u.test(text) ? 'TC' : 'SC';
}

/** The form of a font, which its family's name ends with: "Noto Sans CJK JP". */
export function cjkFormOfFamily(family: string): CjkForm | undefined {
  return /(?:\s|CJK)(SC|TC|HK|JP|KR)$/i.exec(family)?.[1]?.toUpperCase() as CjkForm | undefined;
}
