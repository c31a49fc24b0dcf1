import {
  audio,
  audioLayer,
  composition,
  EASE,
  fill,
  group,
  image,
  type Json,
  precompLayer,
  rectangle,
  shapeLayer,
  type TemplateSource,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { headphones } from '../images/headphones.ts';
import { logo } from '../images/logo.ts';
import { call } from './call-scene.ts';
import { storySaleMusic } from './music.ts';
import { poster } from './poster-scene.ts';
import { product } from './product-scene.ts';
import { accent, CARD, COLORS, HEIGHT, WIDTH } from './scene-parts.ts';

/*
 * A sale for a vertical story, nine seconds in three scenes: a poster of rows of a word, the product
 * with its price, the call with the mark. Stripes lead each scene in over the one before.
 * Its editables are Lottie slots.
 */
const FRAMES = 270;
const SIZE = { width: WIDTH, height: HEIGHT };
/** The second and the third phrase of the music. */
const [SECOND, THIRD] = [90, 180];

/** How long a scene is uncovered, and the frame of it at which its own time begins. */
const WIPE = 24;
const LEAD = 10;

/** A slanted area or stripe that crosses the screen from `side` within a wipe. */
function slanted({
  name,
  at,
  side,
  width,
  shapes,
}: {
  name: string;
  at: number;
  side: 1 | -1;
  width: number;
  shapes: Json[];
}): Json {
  const reach = 860 + width / 2;
  return shapeLayer(name, [group('slant', shapes, { rotation: -14 })], {
    position: [
      [at, [540 - side * reach, 960, 0], EASE.inOut],
      [at + WIPE, [540 + side * reach, 960, 0]],
    ],
    from: Math.max(0, at),
    to: at + WIPE,
  });
}

/** A scene that comes in behind stripes: both scenes are seen beside them, and no frame is empty. */
function scene(
  name: string,
  at: number,
  side: 1 | -1,
  to: number,
): { stripes: Json[]; layers: Json[] } {
  const first = at - LEAD;
  const bar = (width: number) => [rectangle({ x: 0, y: 0, width, height: 2900 })];
  const stripe = (index: number, width: number, color: string, paint: { slot?: string }) =>
    slanted({
      name: `stripe ${at}.${index}`,
      at: first - 3 + index * 2,
      side,
      width,
      shapes: [...bar(width), fill(color, paint)],
    });
  // The area is as wide as its path, so that its front edge moves with the stripes and its rear edge never
  // shows.
  const area = 3400;
  const matte = shapeLayer(
    `uncover ${name}`,
    [
      group(
        'slant',
        [rectangle({ x: (-side * area) / 2, y: 0, width: area, height: 2900 }), fill('#ffffff')],
        { rotation: -14 },
      ),
    ],
    {
      position: [
        [first, [540 - side * 960, 960, 0], EASE.inOut],
        [first + WIPE, [540 + side * 960, 960, 0]],
      ],
      from: first,
      to: first + WIPE,
      isMatte: true,
    },
  );
  const shown = (span: { from: number; to: number; matte?: 'alpha' }) => ({
    ...precompLayer(name, `${name} scene`, SIZE, span),
    st: at,
  });
  return {
    stripes: [
      stripe(2, 170, COLORS.accent, accent),
      stripe(1, 240, '#ffffff', {}),
      stripe(0, 320, COLORS.accent, accent),
    ],
    layers: [
      matte,
      shown({ from: first, to: first + WIPE, matte: 'alpha' }),
      shown({ from: first + WIPE, to }),
    ],
  };
}

const second = scene('product', SECOND, 1, THIRD + WIPE);
const third = scene('call', THIRD, -1, FRAMES);

export const storySale: TemplateSource = {
  name: 'story-sale',
  animation: composition({
    name: 'Story sale',
    width: WIDTH,
    height: HEIGHT,
    frames: FRAMES,
    assets: [
      image({
        id: 'product',
        file: 'product.webp',
        width: CARD,
        height: CARD,
        name: 'product',
        slot: 'product',
      }),
      image({ id: 'logo', file: 'logo.png', width: 550, height: 180, name: 'logo', slot: 'logo' }),
      audio('music', 'music.m4a', 'music'),
      { id: 'poster scene', nm: 'poster', layers: poster },
      { id: 'product scene', nm: 'product', layers: product },
      { id: 'call scene', nm: 'call', layers: call },
    ],
    fonts: [FONTS.medium, FONTS.bold, FONTS.poster],
    slots: slots(),
    layers: [
      ...second.stripes,
      ...third.stripes,
      ...third.layers,
      ...second.layers,
      precompLayer('poster', 'poster scene', SIZE, { to: SECOND + WIPE }),
      audioLayer('music', 'music'),
    ],
  }),
  images: {
    'product.webp': () => headphones(CARD * 2),
    'logo.png': () =>
      logo({ width: 1100, height: 360, words: 'nimbus', color: COLORS.dark, accent: COLORS.main }),
  },
  audioSources: { 'music.m4a': storySaleMusic },
  fonts: ['Poppins-Medium', 'Poppins-Bold', 'Anton-Regular'],
  templateJson: {
    version: 1,
    name: 'Story sale',
    stillcuts: { poster: 2.2, product: 5.4, call: 8.6 },
    editables: {
      sale_word: { label: 'Word of the sale', max_lines: 1, min_font_size: 24, stillcut: 'poster' },
      discount: { label: 'Discount', max_lines: 2, stillcut: 'poster' },
      period: { label: 'When', max_lines: 2, stillcut: 'poster' },
      product_name: { label: 'Product', max_lines: 3, min_font_size: 16, stillcut: 'product' },
      old_price: { label: 'Old price', max_lines: 1, min_font_size: 12, stillcut: 'product' },
      price: { label: 'New price', max_lines: 1, stillcut: 'product' },
      claim: { label: 'Claim', stillcut: 'call' },
      call: { label: 'Button', max_lines: 2, stillcut: 'call' },
      music: { label: 'Music' },
    },
  },
};

/** The default value of each slot. */
function slots(): Json {
  const color = (hex: string) => ({
    p: { a: 0, k: [...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255), 1] },
  });
  const words = Object.fromEntries(
    ['sale_word', 'discount', 'period', 'price', 'product_name', 'old_price', 'claim', 'call'].map(
      (name) => [name, { p: {} }],
    ),
  );
  return {
    main_color: color(COLORS.main),
    accent_color: color(COLORS.accent),
    ...words,
    product: { p: {} },
    logo: { p: {} },
    music: { p: {} },
  };
}
