import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type FontFace, parseFont } from '../text/index.ts';

/** Where Noto is found on Debian, other Linuxes and macOS. */
const SYSTEM_FOLDERS = [
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/noto',
  '/usr/share/fonts/noto-cjk',
  '/Library/Fonts',
  join(homedir(), 'Library/Fonts'),
  join(homedir(), '.local/share/fonts'),
];

const ALWAYS = ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'];

/** The Noto fonts of each script, regular and bold. Latin, Greek and Cyrillic are in the first. */
const BY_SCRIPT: [RegExp, string[]][] = [
  ...script('Arabic', 'Arabic', 'Syriac', 'Thaana'),
  ...script('Hebrew', 'Hebrew'),
  ...[
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Myanmar',
    'Georgian',
    'Ethiopic',
    'Khmer',
    'Armenian',
  ].flatMap((name) => script(name, name)),
  [/\p{Script=Tibetan}/u, ['NotoSerifTibetan-Regular.ttf', 'NotoSerifTibetan-Bold.ttf']],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff00-\uffef]/u,
    ['NotoSansCJK-Regular.ttc', 'NotoSansCJK-Bold.ttc'],
  ],
  [
    /[\u2000-\u2bff]|\p{Extended_Pictographic}/u,
    ['NotoSansSymbols2-Regular.ttf', 'NotoSansSymbols-Regular.ttf', 'NotoSansMath-Regular.ttf'],
  ],
];

function script(file: string, ...names: string[]): [RegExp, string[]][] {
  return [
    [
      new RegExp(`[${names.map((n) => `\\p{Script=${n}}`).join('')}]`, 'u'),
      [`NotoSans${file}-Regular.ttf`, `NotoSans${file}-Bold.ttf`],
    ],
  ];
}

const { resolve } = createRequire(import.meta.url);
const EMOJI = resolve(
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);
const EMOJI_TEXT =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\ufe0f\u20e3]|\p{Regional_Indicator}/u;

/**
 * The fonts that stand in for what a template's own lack, as far as `text` needs them. A file that is
 * not installed is passed over: the fit report then tells of missing glyphs.
 */
export async function fallbackFonts(
  text: string,
  extraFolders: readonly string[],
): Promise<FontFace[]> {
  const names = [
    ...ALWAYS,
    ...BY_SCRIPT.filter(([pattern]) => pattern.test(text)).flatMap(([, files]) => files),
  ];
  const found: FontFace[] = [];
  for (const name of names) {
    const face = await load(name, [...extraFolders, ...SYSTEM_FOLDERS]);
    if (face) found.push(face);
  }
  const emoji = EMOJI_TEXT.test(text) ? await read(EMOJI) : undefined;
  return emoji ? [...found, emoji] : found;
}

const loaded = new Map<string, FontFace>();

async function load(name: string, folders: readonly string[]): Promise<FontFace | undefined> {
  for (const folder of folders) {
    const face = await read(join(folder, name));
    if (face) return face;
  }
  return undefined;
}

async function read(path: string): Promise<FontFace | undefined> {
  const known = loaded.get(path);
  if (known) return known;
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) return undefined;
  const face = parseFont(bytes, path);
  loaded.set(path, face);
  return face;
}
