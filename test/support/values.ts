import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { SCRIPT_FONT } from './images.ts';
import { tone, wavOf } from './tones.ts';

/** Texts as people and programs send them. */
export const TEXTS: Readonly<Record<string, string>> = {
  plain: 'Ana',
  empty: '',
  'one space': ' ',
  'only spaces': '   \u3000\u2003',
  'only a line break': '\n',
  'line breaks': 'one\ntwo\r\nthree\rfour\u2028five',
  'empty lines': '\n\na\n\n\n',
  tabs: 'a\tb\t\tc',
  'control characters': 'a\u0001\u0003b\u007fc\u0085d',
  'one letter': 'i',
  'a long word': 'Donaudampfschifffahrtsgesellschaftskapitän',
  '500 characters': 'Lorem ipsum dolor sit amet. '.repeat(18).slice(0, 500),
  '500 letters without a space': 'W'.repeat(500),
  emoji: 'Party 🎉🎂 now 😀',
  'only emoji': '🎈',
  'joined emoji': '👩‍🚀👨‍👩‍👧‍👦🏳️‍🌈❤️‍🔥',
  'emoji of all skins': '👍🏻👍🏼👍🏽👍🏾👍🏿',
  flags: '🇩🇪🇧🇷🏴󠁧󠁢󠁳󠁣󠁴󠁿🇽🇽',
  'a torn flag': '🇩 🇪🇩🇪🇩',
  keycaps: '1️⃣ #️⃣ 9⃣ *️⃣',
  'emoji as text and as images': '☎︎☎️ ♥︎♥️ ©️ ™',
  'joiners without company': '\u200d🎉\u200d \ufe0f\u20e3',
  'mixed scripts': 'Zoë Ζωή Зоя ゾーイ 조이 ज़ोई',
  arabic: 'عيد ميلاد سعيد يا زينب',
  hebrew: 'יום הולדת שמח 2024 (שרה)',
  'both directions': 'שלום Ana مرحبا 123!',
  'directional marks': '\u202eabc\u202c \u2067שלום\u2069 \u200f!',
  hindi: 'जन्मदिन मुबारक श्रीकृष्ण',
  thai: 'สุขสันต์วันเกิดน้ำผึ้ง',
  japanese: 'お誕生日おめでとうございます。',
  chinese: '生日快乐，万事如意！',
  'rare ideographs': '𠮷野家 𩸽 骨',
  'combining marks': 'e\u0301 n\u0303 q\u0323\u0307 Z\u0335\u0322',
  'a pile of marks': `a${'\u0301'.repeat(40)}`,
  'too many marks': `a${'\u0301'.repeat(400)}`,
  'soft hyphens': 'Donau\u00addampf\u00adschiff',
  'no-break and zero-width spaces': 'a\u00a0b\u200bc\u2060d\ufeffe',
  'without a glyph': 'a\ufffe\u{10fffd}\ue000b',
  'musical and mathematical': '𝄞 ∑ √ 𝒜𝔅 ≠ ∞',
  markup: '<b>&amp;</b> {{x}} $y \\n %s',
  'small caps and ligatures': 'ﬁ ﬀ ß ẞ ǅ ŉ',
  'a lone surrogate': 'a\ud83d b',
};

/** Valid and invalid color notations. */
export const COLORS: Readonly<Record<string, string>> = {
  'six digits': 'a03060',
  'a number sign': '#A03060',
  'three digits': '#a36',
  'with alpha': '#a0306080',
  'without any': '#00000000',
  named: 'red',
  css: 'rgb(1, 2, 3)',
  empty: '',
};

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3080c0' } });

/** Images of all dimensions, and files that are not images. */
export const IMAGES: Readonly<Record<string, () => Promise<Buffer>>> = {
  portrait: () => plain(600, 1200).jpeg().toBuffer(),
  tiny: () => plain(1, 1).png().toBuffer(),
  huge: () => plain(7000, 5000).jpeg({ quality: 50 }).toBuffer(),
  'a line': () => plain(3000, 2).png().toBuffer(),
  transparent: () =>
    sharp({ create: { width: 300, height: 200, channels: 4, background: '#ff000040' } })
      .png()
      .toBuffer(),
  webp: () => plain(200, 200).webp().toBuffer(),
  svg: async () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="20" cy="10" r="9" fill="#a36"/></svg>',
    ),
  gif: () =>
    sharp(Buffer.concat([Buffer.alloc(300, 10), Buffer.alloc(300, 200)]), {
      raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
    })
      .gif({ delay: [100, 100] })
      .toBuffer(),
  'cut off': async () => (await plain(600, 400).jpeg().toBuffer()).subarray(0, 300),
  'no image': async () => Buffer.from('not an image at all'),
};

export const FONTS: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a font': () => readFile(SCRIPT_FONT),
  'a cut font': async () => (await readFile(SCRIPT_FONT)).subarray(0, 2000),
};

export const AUDIO_FORMS: Readonly<Record<string, () => Promise<Buffer>>> = {
  short: async () => wavOf(0.2, tone(440)),
  long: async () => wavOf(30, tone(220)),
  empty: async () => wavOf(0, tone(440)),
  'no audio': async () => Buffer.from('not an audio file at all'),
};

/** Valid and invalid values of controls, by kind. */
export const CONTROLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  number: { zero: 0, fraction: 12.345, most: 300, 'too much': 301, text: '5', 'no number': null },
  checkbox: { on: true, off: false, text: 'true', one: 1 },
  point: {
    'in the frame': { x: 200, y: 150.5 },
    outside: { x: -4000, y: 9000 },
    half: { x: 1 },
    list: [1, 2],
    far: { x: 1e9, y: 0 },
  },
  menu: { label: 'Auto', position: 1, 'no option': 'Blue', 'no position': 4, zero: 0 },
};
