/**
 * The scripts of Unicode 17: ISO 15924 codes with their names in the Unicode Character Database,
 * the frequent ones first.
 */
const TABLE = `
Latn:Latin Cyrl:Cyrillic Grek:Greek Arab:Arabic Hebr:Hebrew Deva:Devanagari Hani:Han
Kana:Katakana Hira:Hiragana Hang:Hangul Thai:Thai Beng:Bengali Taml:Tamil Telu:Telugu
Gujr:Gujarati Knda:Kannada Mlym:Malayalam Guru:Gurmukhi Adlm:Adlam Aghb:Caucasian_Albanian
Ahom:Ahom Armi:Imperial_Aramaic Armn:Armenian Avst:Avestan Bali:Balinese Bamu:Bamum
Bass:Bassa_Vah Batk:Batak Berf:Beria_Erfe Bhks:Bhaiksuki Bopo:Bopomofo Brah:Brahmi Brai:Braille
Bugi:Buginese Buhd:Buhid Cakm:Chakma Cans:Canadian_Aboriginal Cari:Carian Cham:Cham
Cher:Cherokee Chrs:Chorasmian Copt:Coptic Cpmn:Cypro_Minoan Cprt:Cypriot Diak:Dives_Akuru
Dogr:Dogra Dsrt:Deseret Dupl:Duployan Egyp:Egyptian_Hieroglyphs Elba:Elbasan Elym:Elymaic
Ethi:Ethiopic Gara:Garay Geor:Georgian Glag:Glagolitic Gong:Gunjala_Gondi Gonm:Masaram_Gondi
Goth:Gothic Gran:Grantha Gukh:Gurung_Khema Hano:Hanunoo Hatr:Hatran Hluw:Anatolian_Hieroglyphs
Hmng:Pahawh_Hmong Hmnp:Nyiakeng_Puachue_Hmong Hung:Old_Hungarian Ital:Old_Italic Java:Javanese
Kali:Kayah_Li Kawi:Kawi Khar:Kharoshthi Khmr:Khmer Khoj:Khojki Kits:Khitan_Small_Script
Krai:Kirat_Rai Kthi:Kaithi Lana:Tai_Tham Laoo:Lao Lepc:Lepcha Limb:Limbu Lina:Linear_A
Linb:Linear_B Lisu:Lisu Lyci:Lycian Lydi:Lydian Mahj:Mahajani Maka:Makasar Mand:Mandaic
Mani:Manichaean Marc:Marchen Medf:Medefaidrin Mend:Mende_Kikakui Merc:Meroitic_Cursive
Mero:Meroitic_Hieroglyphs Modi:Modi Mong:Mongolian Mroo:Mro Mtei:Meetei_Mayek Mult:Multani
Mymr:Myanmar Nagm:Nag_Mundari Nand:Nandinagari Narb:Old_North_Arabian Nbat:Nabataean Newa:Newa
Nkoo:Nko Nshu:Nushu Ogam:Ogham Olck:Ol_Chiki Onao:Ol_Onal Orkh:Old_Turkic Orya:Oriya Osge:Osage
Osma:Osmanya Ougr:Old_Uyghur Palm:Palmyrene Pauc:Pau_Cin_Hau Perm:Old_Permic Phag:Phags_Pa
Phli:Inscriptional_Pahlavi Phlp:Psalter_Pahlavi Phnx:Phoenician Plrd:Miao
Prti:Inscriptional_Parthian Rjng:Rejang Rohg:Hanifi_Rohingya Runr:Runic Samr:Samaritan
Sarb:Old_South_Arabian Saur:Saurashtra Sgnw:SignWriting Shaw:Shavian Shrd:Sharada Sidd:Siddham
Sidt:Sidetic Sind:Khudawadi Sinh:Sinhala Sogd:Sogdian Sogo:Old_Sogdian Sora:Sora_Sompeng
Soyo:Soyombo Sund:Sundanese Sunu:Sunuwar Sylo:Syloti_Nagri Syrc:Syriac Tagb:Tagbanwa Takr:Takri
Tale:Tai_Le Talu:New_Tai_Lue Tang:Tangut Tavt:Tai_Viet Tayo:Tai_Yo Tfng:Tifinagh Tglg:Tagalog
Thaa:Thaana Tibt:Tibetan Tirh:Tirhuta Tnsa:Tangsa Todr:Todhri Tols:Tolong_Siki Toto:Toto
Tutg:Tulu_Tigalari Ugar:Ugaritic Vaii:Vai Vith:Vithkuqi Wara:Warang_Citi Wcho:Wancho
Xpeo:Old_Persian Xsux:Cuneiform Yezi:Yezidi Yiii:Yi Zanb:Zanabazar_Square
`;

const SCRIPT_NAMES: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string]),
);

/** The ISO 15924 code of each script, by Unicode's name. */
export const SCRIPT_TAGS: ReadonlyMap<string, string> = new Map(
  [...SCRIPT_NAMES].map(([tag, name]) => [name, tag]),
);

const PATTERNS = [...SCRIPT_NAMES.values()].map((name) => ({
  name,
  own: pattern(`Script=${name}`),
  extended: pattern(`Script_Extensions=${name}`),
}));
/** Signs of every script, such as digits and spaces. */
const isShared = pattern('Script_Extensions=Common');
/** Marks that belong to the letter before them. */
const inheritsScript = pattern('Script_Extensions=Inherited');
const MAX_KNOWN = 20_000;
const cache = new Map<string, readonly string[]>();

/**
 * The scripts that use a character (UAX #24): its own script; for a mark or sign that several
 * scripts share, all of these; an empty list for a character of every script.
 */
export function scriptsOf(character: string): readonly string[] {
  const cachedScripts = cache.get(character);
  if (cachedScripts) return cachedScripts;
  const scripts = findScripts(character);
  if (cache.size >= MAX_KNOWN) cache.clear();
  cache.set(character, scripts);
  return scripts;
}

/**
 * The scripts of a character; none for signs that all scripts share, several for signs that some scripts
 * share.
 */
function findScripts(character: string): readonly string[] {
  if (isShared(character) || inheritsScript(character)) return [];
  const ownScript = PATTERNS.find((script) => script.own(character));
  if (ownScript) return [ownScript.name];
  return PATTERNS.filter(({ extended }) => extended(character)).map(({ name }) => name);
}

/** Tests the first character of a text. Most scripts are never asked for, and making a RegExp takes time. */
function pattern(property: string): (text: string) => boolean {
  let namePattern: RegExp | undefined;
  return (text) => {
    namePattern ??= compilePattern(property);
    return namePattern.test(text);
  };
}

/** A Node.js with an older Unicode does not know the newest scripts, and no text has them there. */
function compilePattern(property: string): RegExp {
  try {
    return new RegExp(`^\\p{${property}}`, 'u');
  } catch {
    return /(?!)/;
  }
}
