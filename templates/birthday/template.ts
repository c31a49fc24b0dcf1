import { composition, image, type TemplateSource } from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { portrait } from '../images/portrait.ts';
import { birthdayMusic } from './music.ts';
import { card, cardAcross, PHOTO, photo, rim, shadow, twinkles } from './photo-card.ts';
import {
  balloons,
  bunting,
  confetti,
  FRAMES,
  HEIGHT,
  lights,
  rays,
  sky,
  WIDTH,
} from './scenery.ts';
import {
  gold,
  goldScene,
  greeting,
  message,
  name,
  title,
  titleAcross,
  underline,
} from './title.ts';

/*
 * A personal greeting, twelve seconds: the name in large letters of gold; then it makes room for a
 * photo and a message that comes word by word; at the end photo and name stand in the middle.
 * template.json declares its editables.
 */
export const birthday: TemplateSource = {
  name: 'birthday',
  animation: composition({
    name: 'Birthday',
    width: WIDTH,
    height: HEIGHT,
    frames: FRAMES,
    assets: [
      image({
        id: 'photo',
        file: 'photo.webp',
        width: PHOTO.width,
        height: PHOTO.height,
        name: 'photo',
      }),
      { id: 'gold', nm: 'gold', layers: goldScene },
    ],
    fonts: [FONTS.regular, FONTS.bold, FONTS.script],
    layers: [
      titleAcross,
      title,
      name,
      gold,
      greeting,
      underline,
      message,
      cardAcross,
      card,
      ...twinkles,
      photo,
      rim,
      shadow,
      ...confetti,
      ...balloons,
      bunting,
      lights,
      rays,
      sky,
    ],
  }),
  images: { 'photo.webp': () => portrait(PHOTO.width * 2) },
  audioSources: { 'music.m4a': birthdayMusic },
  fonts: ['Poppins-Regular', 'Poppins-Bold', 'Pacifico-Regular'],
  templateJson: {
    version: 1,
    name: 'Birthday',
    language: 'en',
    audio: 'audio/music.m4a',
    stillcuts: { title: 2.4, photo: 4, card: 8, ending: 11.2 },
    editables: {
      name: {
        type: 'text',
        label: 'Name',
        targets: ['name'],
        max_length: 80,
        max_lines: 2,
        min_font_size: 40,
        stillcut: 'title',
      },
      greeting: {
        type: 'text',
        label: 'Greeting',
        targets: ['greeting'],
        max_length: 80,
        max_lines: 2,
        stillcut: 'title',
      },
      message: {
        type: 'text',
        label: 'Message',
        targets: ['message'],
        max_length: 300,
        multiline: true,
        min_font_size: 26,
        stillcut: 'card',
      },
      photo: { type: 'image', label: 'Photo', targets: [{ asset: 'photo' }], stillcut: 'card' },
      frame_color: {
        type: 'color',
        label: 'Frame',
        targets: ['rim > ring > fill'],
        stillcut: 'photo',
      },
      line_color: {
        type: 'color',
        label: 'Line under the name',
        targets: ['underline > underline > stroke'],
        stillcut: 'card',
      },
      background: { type: 'audio', label: 'Music' },
    },
  },
};
