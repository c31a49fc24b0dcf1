import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { FontLibrary, type FontStyle, openFont } from '../text/index.ts';
import { type FallbackOptions, fallbackFonts } from './fallback-fonts.ts';

const SYSTEM = '/usr/share/fonts/truetype/noto';
const REGULAR: FontStyle = { weight: 400, italic: false, width: 100, serif: false };
const SERIF = { ...REGULAR, serif: true };

async function namesFor(text: string, requests?: FallbackOptions): Promise<string[]> {
  return (await fallbackFonts(text, [], requests)).map((face) => face.postScriptName);
}

/**
 * A greeting, a name or the start of the alphabet in each script that Debian's Noto fonts support.
 */
const WORLD = `
  Hello Γειά Привет Բարեւ გამარჯობა שלום مرحبا ܫܠܡܐ ހެލޯ ߌ߬ߣ ࠀࠁ ࡀࡁ नमस्ते নমস্কার ਸਤ ਸ੍ਰੀ નમસ્તે ନମସ୍କାର
  வணக்கம் నమస్కారం ನಮಸ್ಕಾರ നമസ്കാരം ආයුබෝවන් สวัสดี ສະບາຍດີ བཀྲ་ཤིས မင်္ဂလာပါ ሰላም ᎣᏏᏲ ᐊᐃᓐ ᚛ᚑᚌ ᚠᚢᚦ ᜀᜊ ᜠᜡ ᝀᝁ ᝠᝡ
  សួស្តី ᠮᠣᠩ ᤀᤁ ᥐᥑ ᦀᦁ ᨀᨁ ᨠᨡ ᬅᬆ ᮃᮄ ᯀᯁ ᰀᰁ ᱚᱛ ⰀⰁ Ⲁⲁ ⴰⴱ ⠓⠊ こんにちは カタカナ ㄅㄆ 안녕 ꀀꀁ ꓐꓑ ꔀꔁ ꚠꚡ ꠀꠁ ꡀꡁ
  ꢀꢂ ꤊꤋ ꤰꤱ ꦲꦤ ꨀꨁ ꪀꪁ ꯀꯁ 你好 𐀀𐀁 𐊀𐊁 𐊠𐊡 𐌀𐌁 𐌰𐌱 𐍐𐍑 𐎀𐎁 𐎠𐎡 𐐀𐐁 𐑐𐑑 𐒀𐒁 𐒰𐒱 𐔀𐔁 𐔰𐔱 𐘀𐘁 𐠀𐠁 𐡀𐡁 𐡠𐡡 𐢀𐢁 𐣠𐣡
  𐤀𐤁 𐤠𐤡 𐦀𐦁 𐦠𐦡 𐨀𐨐 𐩠𐩡 𐪀𐪁 𐫀𐫁 𐬀𐬁 𐭀𐭁 𐭠𐭡 𐮀𐮁 𐰀𐰁 𐲀𐲁 𐴀𐴁 𐺀𐺁 𐼀𐼁 𐼰𐼱 𐿠𐿡 𑀅𑀆 𑂃𑂄 𑃐𑃑 𑄃𑄄 𑅐𑅑 𑆃𑆄 𑈀𑈁 𑊀𑊁
  𑊰𑊱 𑌅𑌆 𑐀𑐁 𑒁𑒂 𑖀𑖁 𑘀𑘁 𑚀𑚁 𑜀𑜁 𑠀𑠁 𑢠𑢡 𑨋𑨌 𑩐𑩜 𑫀𑫁 𑰀𑰁 𑱲𑱳 𑴀𑴁 𑵠𑵡 𒀀𒀁 𓀀𓀁 𔐀𔐁 𖩀𖩁 𖫐𖫑 𖬀𖬁 𖹀𖹁 𖼀𖼁 𗀀𗀁 𛅰𛅱 𛰀𛰁
  𝠀𝠁 𞄀𞄁 𞋀𞋁 𞠀𞠁 𞤀𞤁 ₿ ฿ ₹ → ★ ♫ 𝄞 ∑ 𝒜 ☎ ⠿ ½ № ㊗ ､ 🂡 🀄 😀`;

describe('fallbackFonts', () => {
  test('covers the scripts of the world, with and without serifs, in two weights', async () => {
    for (const style of [REGULAR, { ...SERIF, weight: 700 }]) {
      const faces = await fallbackFonts(WORLD, [], { styles: [style] });
      const missing = [...WORLD.replaceAll(/\s/g, '')].filter(
        (c) => !faces.some((face) => face.has(c.codePointAt(0) ?? 0)),
      );
      expect(missing).toEqual([]);
    }
  });

  test('returns only the fonts that the text needs', async () => {
    expect(await namesFor('Hello “you”')).toEqual(['NotoSans-Regular']);
    expect(await namesFor('')).toEqual(['NotoSans-Regular']);
    expect(await namesFor('ไทย 1')).toEqual(['NotoSans-Regular', 'NotoSansThai-Regular']);
    expect(await namesFor('বাংলা।')).toEqual(['NotoSans-Regular', 'NotoSansBengali-Regular']);
    expect(await namesFor('😀')).toEqual(['NotoSans-Regular', 'NotoColorEmoji']);
    expect(await namesFor('\ufffe\u{e000}\u{10ffff}')).toEqual(['NotoSans-Regular']);
  });

  test('matches the weight, slant and serifs of the fonts that it replaces', async () => {
    const text = 'שלום العربية བོད';
    expect(await namesFor(text, { styles: [{ ...SERIF, weight: 600 }] })).toEqual([
      'NotoSerif-Bold',
      'NotoSerifHebrew-Bold',
      'NotoNaskhArabic-Bold',
      'NotoSerifTibetan-Bold',
    ]);
    expect(await namesFor(text, { styles: [REGULAR] })).toEqual([
      'NotoSans-Regular',
      'NotoSansHebrew-Regular',
      'NotoSansArabic-Regular',
      'NotoSerifTibetan-Regular',
    ]);
    const both = { styles: [{ ...REGULAR, italic: true }, REGULAR, REGULAR] };
    expect(await namesFor('a', both)).toEqual(['NotoSans-Italic', 'NotoSans-Regular']);
  });

  test('matches the drawn weight of a display font, whatever its name states', async () => {
    const standIn = async (file: string) => {
      const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}.ttf`));
      const [face] = await openFont(await readFile(path), file);
      const faces = await fallbackFonts('שלום', [], { styles: face ? [face] : [] });
      const library = new FontLibrary(
        faces.map((fontFace) => ({ face: fontFace, from: 'fallback' })),
      );
      return face && library.fallback([0x5d0], face)?.face.postScriptName;
    };
    expect(await standIn('anton/400Regular/Anton_400Regular')).toBe('NotoSansHebrew-Bold');
    expect(await standIn('poppins/400Regular/Poppins_400Regular')).toBe('NotoSansHebrew-Regular');
    expect(await standIn('poppins/500Medium/Poppins_500Medium')).toBe('NotoSansHebrew-Regular');
    expect(await standIn('poppins/700Bold/Poppins_700Bold')).toBe('NotoSansHebrew-Bold');
  });

  test('selects ideographs in the form of the language or of the paragraph', async () => {
    const cjk = async (text: string, requests?: FallbackOptions) =>
      (await namesFor(text, requests)).filter((name) => name.includes('CJK'));
    expect(await cjk('山田')).toEqual(['NotoSansCJKsc-Regular']);
    expect(await cjk('山田', { language: 'zh-TW' })).toEqual(['NotoSansCJKtc-Regular']);
    expect(await cjk('山田', { language: 'zh-HK' })).toEqual(['NotoSansCJKhk-Regular']);
    expect(await cjk('山田', { language: 'ko', styles: [SERIF] })).toEqual([
      'NotoSerifCJKkr-Regular',
    ]);
    expect((await cjk('山田\nかな\n金 김')).sort()).toEqual([
      'NotoSansCJKjp-Regular',
      'NotoSansCJKkr-Regular',
      'NotoSansCJKsc-Regular',
    ]);
  });

  test('searches the extra folders first, and skips a broken file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'framepress-fonts-'));
    try {
      await cp(`${SYSTEM}/NotoSansDisplay-Regular.ttf`, join(folder, 'NotoSans-Regular.ttf'));
      await writeFile(join(folder, 'NotoSansThai-Regular.ttf'), 'no font');
      const faces = await fallbackFonts('a ไทย', [folder, join(folder, 'not there')]);
      expect(faces.map((face) => face.postScriptName)).toEqual([
        'NotoSansDisplay-Regular',
        'NotoSansThai-Regular',
      ]);
    } finally {
      await removeFolder(folder);
    }
  });
});
