import { audio, audioLayer, composition, image, type TemplateSource } from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { logo } from '../images/logo.ts';
import { skinCare } from '../images/skin-care.ts';
import { skinCompanyMusic } from './music.ts';
import { badge, badgeShape, badgeText, card, frame, photo, shade } from './product.ts';
import { background, drops, rays, rings, ripples, sun } from './scenery.ts';
import { CARD, FRAMES, INK, SIZE } from './scenes.ts';
import {
  bigLogo,
  bigPlate,
  button,
  buttonShape,
  buttonText,
  dash,
  headline,
  smallLogo,
  subline,
} from './words.ts';

/*
 * A cheerful product ad, square, ten seconds: a headline above the product before a sun; what it is
 * and the offer; then the sun takes over the screen for product, logo and button.
 * Its editables are found by their names alone.
 */
export const skinCompany: TemplateSource = {
  name: 'skin-company',
  animation: composition({
    name: 'Skin company',
    width: SIZE,
    height: SIZE,
    frames: FRAMES,
    assets: [
      image({
        id: 'product',
        file: 'product_01.webp',
        width: CARD,
        height: CARD,
        name: '(Footage)/USER/product_01.png',
      }),
      image({
        id: 'logo',
        file: 'logo_01.png',
        width: 550,
        height: 180,
        name: '(Footage)/USER/logo_01.png',
      }),
      audio('music', 'music.m4a'),
    ],
    fonts: [FONTS.bold, FONTS.medium],
    layers: [
      button,
      buttonText,
      buttonShape,
      bigLogo,
      bigPlate,
      badge,
      badgeText,
      badgeShape,
      headline,
      subline,
      dash,
      smallLogo,
      card,
      photo,
      frame,
      shade,
      ...drops,
      ...rings,
      sun,
      rays,
      ...ripples,
      background,
      audioLayer('a_01', 'music'),
    ],
  }),
  images: {
    'product_01.webp': () => skinCare(CARD * 2),
    'logo_01.png': () =>
      logo({ width: 1100, height: 360, words: 'lumina', color: INK, accent: '#ff7a59' }),
  },
  audioSources: { 'music.m4a': skinCompanyMusic },
  fonts: ['Poppins-Bold', 'Poppins-Medium'],
  templateJson: {
    version: 1,
    name: 'Skin company',
    editables: {
      // The longest names of the world stay whole.
      t_01: { label: 'Headline', max_lines: 3, min_font_size: 16 },
      t_02: { label: 'Subline' },
      t_03: { label: 'Badge', max_lines: 3 },
      t_04: { label: 'Button', max_lines: 2 },
      a_01: { label: 'Music' },
    },
  },
};
