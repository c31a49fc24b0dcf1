import {
  EASE,
  fill,
  group,
  type Json,
  type Key,
  rectangle,
  shapeLayer,
  star,
  textLayer,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';

export const [WIDTH, HEIGHT] = [1080, 1920];
export const COLORS = { main: '#5b34f2', accent: '#ffce3d', dark: '#150c36' };
export const CARD = 820;
export const main = { slot: 'main_color' };
export const accent = { slot: 'accent_color' };

export function wall(color: string, paint: { slot?: string } = {}): Json {
  return shapeLayer('wall', [
    group('wall', [
      rectangle({ x: WIDTH / 2, y: HEIGHT / 2, width: WIDTH, height: HEIGHT }),
      fill(color, paint),
    ]),
  ]);
}

/** A little larger for a moment, with a beat of the music. */
export const beat = (at: number, size = 100): Key[] => [
  [at, [size, size, 100], EASE.inOut],
  [at + 5, [size * 1.09, size * 1.09, 100], EASE.inOut],
  [at + 13, [size, size, 100], EASE.inOut],
];

export function stampShape(index: number, spin: Key[]): Json {
  return shapeLayer(
    'stamp shape',
    [
      group('burst', [
        star({ x: 0, y: 0, points: 20, outer: 440, inner: 392, rotation: spin }),
        fill(COLORS.accent, accent),
      ]),
    ],
    { parent: index },
  );
}

export function discount(index: number, box: [number, number, number, number]): Json {
  return textLayer(
    'off',
    '−30%',
    {
      font: FONTS.poster.name,
      size: 240,
      color: COLORS.dark,
      box,
      align: 'center',
      slot: 'discount',
    },
    { parent: index },
  );
}
