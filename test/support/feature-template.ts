import { box, code, layer, rigged, still, text } from '../../src/produce/follow.fixture.ts';

type Json = Record<string, unknown>;

/** Beyond `rigged`: below its height, the animation shows the other features. */
const SIZE = { w: 800, h: 600 };
const AREA = { w: 160, h: 100 };
/** Expressions that count frames would be evaluated in all of them. */
export const FEATURE_FRAMES = 60;
export const FEATURE_IMAGE = 'images/logo_01.png';

export const FEATURE_EDITABLES: Json = {
  t_01: { max_width: 600, required: false },
  t_02: { required: false },
  photo: { type: 'image', targets: [{ asset: 'photo' }], required: false },
  swatch: { type: 'color', targets: ['swatch > Group > Fill'], required: false },
  lettering: { type: 'font', targets: [{ font: 'Poppins-Bold' }] },
  size: { targets: ['rig > Size'], min: 0, max: 300, step: 5 },
  badge: { targets: ['rig > Badge'] },
  place: { targets: ['rig > Place'] },
  look: { type: 'menu', targets: ['rig > Look'], options: ['Light', 'Dark', 'Auto'] },
  a_01: { type: 'audio' },
};

const control = (effect: string, value: string) =>
  `thisComp.layer("rig").effect("${effect}")("${value}")`;

const effect = (nm: string, value: string, ty: number, k: unknown): Json => ({
  ty: 5,
  nm,
  en: 1,
  ef: [{ ty, nm: value, v: still(k) }],
});

const moving = (from: unknown[], to: unknown[]): Json => ({
  a: 1,
  k: [
    { t: 0, s: from, o: { x: [0.3], y: [0] }, i: { x: [0.7], y: [1] } },
    { t: FEATURE_FRAMES, s: to },
  ],
});

/**
 * An animation with an editable of each kind except video, whose expressions follow a text and controls.
 * It also has layer styles, text animators and a 3D layer.
 */
export function featureLottie(): Json {
  const base = rigged();
  const size = control('Size', 'Slider');
  const square = (nm: string, color: number[], ks: Json, more: Json = {}) => ({
    ...box(nm, { size: still([80, 60]), place: still([0, 0]), color: still([...color, 1]), ks }),
    ...more,
  });
  return {
    ...base,
    ...SIZE,
    nm: 'features',
    assets: [{ id: 'photo', ...AREA, u: 'images/', p: 'logo_01.png', e: 0 }],
    layers: [
      layer('rig', 3, {
        ef: [
          effect('Size', 'Slider', 0, 100),
          effect('Badge', 'Checkbox', 4, 1),
          effect('Place', 'Point', 3, [400, 360]),
          effect('Look', 'Menu', 7, 2),
        ],
      }),
      animatedText(),
      square('styled', [0.1, 0.5, 0.4], placedBy('Place', size), { sy: STYLES }),
      square('badge', [0.9, 0.6, 0], {
        p: still([700, 360, 0]),
        o: still(100, code(`${control('Badge', 'Checkbox')} * 100`)),
      }),
      square('bar', [0.2, 0.2, 0.8], {
        p: still([200, 540, 0], code(`[${control('Look', 'Menu')} * 100, 540]`)),
      }),
      square(
        'turned',
        [0.7, 0.1, 0.3],
        {
          p: still([560, 500, -40]),
          rx: still(20),
          ry: moving([0], [50]),
          rz: still(0),
          or: still([0, 0, 0]),
        },
        { ddd: 1 },
      ),
      layer('photo', 2, {
        refId: 'photo',
        ks: {
          a: still([AREA.w / 2, AREA.h / 2, 0]),
          p: still([100, 380, 0]),
          s: still([100, 100, 100], code(`[${size}, ${size}]`)),
        },
      }),
      ...(base['layers'] as Json[]),
      layer('ground', 1, { sw: SIZE.w, sh: SIZE.h, sc: '#eef2f4' }),
    ],
  };
}

function placedBy(point: string, size: string): Json {
  return {
    p: still([400, 360, 0], code(control(point, 'Point'))),
    s: still([100, 100, 100], code(`[${size}, ${size}]`)),
  };
}

const STYLES: Json[] = [
  { ty: 0, c: still([0, 0, 0, 1]), s: still(4) },
  {
    ty: 1,
    c: still([0, 0, 0, 1]),
    o: still(60),
    a: still(135),
    d: still(12),
    s: still(8),
    ch: still(0),
  },
];

/** Letters rise, appear and change their hue, one after the other. */
function animatedText(): Json {
  const made = text('t_02', 'Letters', { ks: { p: still([60, 470, 0]) } });
  const selector = { t: 0, xe: still(0), ne: still(0), a: still(100), b: 1, rn: 0, sh: 1 };
  const range = {
    ...selector,
    sm: still(100),
    r: 1,
    s: moving([0], [100]),
    e: still(100),
    o: still(0),
  };
  const values = { o: still(20), p: still([0, 30, 0]), fh: still(120), fb: still(40) };
  return { ...made, t: { ...(made['t'] as Json), a: [{ nm: 'rising', s: range, a: values }] } };
}
