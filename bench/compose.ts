/**
 * Measures the milliseconds to compose a template with ten text editables, cold and warm: once with
 * Latin text, once with CJK and emoji. `npm run bench:compose` prints a table.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus } from 'node:os';
import { compose } from '../src/compose/index.ts';
import { fallbackFonts } from '../src/fonts/index.ts';
import { importTemplate } from '../src/import/index.ts';
import { parseMapping } from '../src/mapping/index.ts';
import type { Template } from '../src/template/index.ts';
import { composition, textLayer } from '../templates/builder/index.ts';
import { FONT_FILES, FONTS } from '../templates/fonts.ts';

const ROUNDS = 200;
const { resolve } = createRequire(import.meta.url);
const say = (line: string) => process.stdout.write(`${line}\n`);

const LATIN = [
  'Summer Sale',
  'Amélie Đorđević',
  'Only until Sunday, in all our shops',
  '−40 %',
  'www.example.com/sale',
  'Free delivery from 30 €',
  'Your points: 12,480',
  'See you soon,',
  'The Example Company',
  'Terms and conditions apply to all orders placed before midnight',
];
const WORLD = [
  '夏のセール 🎉',
  '田中 太郎さん',
  '全国の店舗で日曜日まで開催しています 🛍️',
  '🔥 40 % オフ',
  '春节快乐，恭喜发财 🧧',
  '안녕하세요 김민준 님 👋🏽',
  '👨‍👩‍👧‍👦 家族みんなで',
  '获得 12,480 积分 ⭐',
  '株式会社サンプル 🏢',
  '深夜零時までのご注文に適用されます 🇯🇵',
];

const mapping = (texts: readonly string[], round: number) => ({
  resources: Object.fromEntries(
    // A different number in each round keeps texts from being cached.
    texts.map((text, index) => [
      `text_${index}`,
      { source: { text: `${text} ${(round * 37) % 1000}` } },
    ]),
  ),
});

const template = await tenTexts();
say(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; milliseconds`);
say('| Texts | First | Median | Slowest of 20 |');
say('|---|---|---|---|');
await measure('Latin', LATIN);
await measure('CJK and emoji', WORLD);

async function measure(name: string, texts: readonly string[]): Promise<void> {
  const fonts = await fallbackFonts(texts.join(''), []);
  const times = Array.from({ length: ROUNDS }, (_, round) => {
    const start = performance.now();
    const body = mapping(texts, round);
    const spec = { editables: template.editables, fonts: [] };
    const { mapping: filled, faults } = parseMapping(spec, body);
    if (faults.length > 0) throw new Error(JSON.stringify(faults[0]));
    compose({
      template,
      mapping: filled,
      images: { editables: new Map(), assets: new Map() },
      fallbacks: fonts,
    });
    return performance.now() - start;
  });
  const [first = 0, ...warm] = times;
  warm.sort((a, b) => a - b);
  const at = (part: number) => (warm[Math.floor(warm.length * part)] ?? 0).toFixed(1);
  say(`| ${name} | ${first.toFixed(1)} | ${at(0.5)} | ${at(0.95)} |`);
}

async function tenTexts(): Promise<Template> {
  const fonts = [FONTS.regular, FONTS.medium, FONTS.bold];
  const layers = LATIN.map((text, index) =>
    textLayer(`text ${index}`, text, {
      font: fonts[index % fonts.length]?.name ?? '',
      size: 60,
      color: '#102030',
      box: [80, 40 + index * 100, 900, 90],
      slot: `text_${index}`,
    }),
  );
  const slots = Object.fromEntries(LATIN.map((_, index) => [`text_${index}`, { p: {} }]));
  const animation = composition({
    name: 'ten texts',
    width: 1080,
    height: 1080,
    frames: 150,
    layers,
    fonts,
    slots,
  });
  const file = (name: string) => readFileSync(resolve(FONT_FILES[name] ?? ''));
  return importTemplate({
    label: 'ten texts',
    animation: Buffer.from(JSON.stringify(animation)),
    base: '',
    templateJson: undefined,
    files: new Map(fonts.map(({ name }) => [`fonts/${name}.ttf`, file(name)])),
  });
}
