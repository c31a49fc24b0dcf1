import {
  composition,
  EASE,
  ellipse,
  fill,
  gradient,
  group,
  imageLayer,
  type Json,
  nullLayer,
  path,
  picture,
  pop,
  precompLayer,
  rectangle,
  reveal,
  shapeLayer,
  stroke,
  type TemplateSource,
  textLayer,
  trim,
} from '../builder/index.ts';
import { FONTS } from '../fonts.ts';
import { portrait } from '../pictures.ts';

/*
 * A personal greeting, twelve seconds: garlands and balloons, a photo in a round frame, the name in
 * letters of gold that a light passes over, a message that comes word by word.
 * Its editables are told by template.json.
 */
const [WIDTH, HEIGHT, FRAMES] = [1920, 1080, 360];
const PHOTO = 640;
const NIGHT = ['#2a1650', '#5a2a7d', '#a8447f'];
const PARTY = ['#ffce3d', '#ff6f91', '#4fd1c5', '#ffffff', '#8f7bff'];

const sky = shapeLayer('sky', [
  group('sky', [
    rectangle(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT),
    gradient([0, 0], [WIDTH, HEIGHT], NIGHT),
  ]),
]);

const glow = shapeLayer(
  'glow',
  [
    group('glow', [ellipse(0, 0, 1180), fill('#ff9ec4', { opacity: 10 })]),
    group('inner', [ellipse(0, 0, 900), fill('#ffd0a8', { opacity: 12 })]),
  ],
  {
    position: [560, 560, 0],
    scale: [
      [0, [80, 80, 100], EASE.out],
      [40, [100, 100, 100], EASE.inOut],
      [200, [108, 108, 100], EASE.inOut],
      [360, [98, 98, 100]],
    ],
  },
);

/** A fixed sequence in place of chance: the same template every time. */
function scatter(index: number, salt: number): number {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

/** Paper that falls for the whole time, each piece on its own way. */
const confetti = Array.from({ length: 34 }, (_, index) => {
  const start = Math.floor(scatter(index, 1) * 400) - 160;
  const x = scatter(index, 2) * WIDTH;
  const size = 12 + scatter(index, 3) * 16;
  const shape = index % 3 === 0 ? ellipse(0, 0, size) : rectangle(0, 0, size, size * 0.55, 3);
  return shapeLayer(
    `paper ${index + 1}`,
    [group('paper', [shape, fill(PARTY[index % PARTY.length] ?? '#ffffff', { opacity: 88 })])],
    {
      position: [
        [start, [x, -40, 0], EASE.linear],
        [start + 190, [x + (scatter(index, 4) - 0.5) * 420, HEIGHT + 60, 0]],
      ],
      rotation: [
        [start, scatter(index, 5) * 360, EASE.linear],
        [start + 190, scatter(index, 5) * 360 + (scatter(index, 6) - 0.5) * 900],
      ],
      from: Math.max(0, start),
      to: Math.min(FRAMES, start + 190),
    },
  );
});

const FLAG = 118;
/** Flags on a cord that hangs between two points. */
const garland = Array.from({ length: 17 }, (_, index) => {
  const x = 20 + index * FLAG;
  const hang = 30 + 84 * Math.sin((Math.PI * (x % 960)) / 960);
  return group(
    `flag ${index + 1}`,
    [
      path([
        [-42, 0],
        [42, 0],
        [0, 92],
      ]),
      fill(PARTY[index % PARTY.length] ?? '#ffffff'),
    ],
    {
      position: [x, hang, 0],
      rotation: [
        [0, index % 2 === 0 ? 7 : -6, EASE.inOut],
        [90, index % 2 === 0 ? -6 : 7, EASE.inOut],
        [180, index % 2 === 0 ? 6 : -7, EASE.inOut],
        [270, index % 2 === 0 ? -6 : 6, EASE.inOut],
        [360, index % 2 === 0 ? 7 : -6],
      ],
    },
  );
});
const cord = group('cord', [
  path(
    [
      [-40, 22, 0, 0, 240, 130],
      [960, 24, -260, 130, 260, 130],
      [1960, 22, -240, 130, 0, 0],
    ],
    false,
  ),
  stroke('#ffffff', 5, { opacity: 70 }),
]);
const bunting = shapeLayer('bunting', [...garland, cord], {
  position: [
    [0, [0, -40, 0], EASE.out],
    [26, [0, -8, 0]],
  ],
});

function balloon(
  name: string,
  color: string,
  x: number,
  y: number,
  at: number,
  size: number,
): Json {
  const body = group('body', [ellipse(0, 0, [190, 230]), fill(color)]);
  const shine = group('shine', [ellipse(-44, -58, [36, 62]), fill('#ffffff', { opacity: 40 })], {
    rotation: 18,
  });
  const knot = group('knot', [
    path([
      [-14, 134],
      [14, 134],
      [0, 110],
    ]),
    fill(color),
  ]);
  const string = group('string', [
    path(
      [
        [0, 134, 0, 0, 30, 60],
        [0, 330, -36, -70, 0, 0],
      ],
      false,
    ),
    stroke('#ffffff', 4, { opacity: 55 }),
  ]);
  return shapeLayer(name, [shine, body, knot, string], {
    position: [
      [at, [x, 1400, 0], EASE.out],
      [at + 60, [x, y, 0], EASE.inOut],
      [at + 150, [x + 14, y - 26, 0], EASE.inOut],
      [at + 240, [x - 8, y + 8, 0], EASE.inOut],
      [FRAMES + 60, [x + 10, y - 30, 0]],
    ],
    rotation: [
      [at, -7, EASE.inOut],
      [at + 80, 5, EASE.inOut],
      [at + 170, -4, EASE.inOut],
      [at + 260, 5],
    ],
    scale: [size, size, 100],
  });
}
const balloons = [
  balloon('balloon 1', '#ff6f91', 150, 470, 4, 100),
  balloon('balloon 2', '#ffce3d', 900, 900, 16, 56),
  balloon('balloon 3', '#4fd1c5', 1830, 830, 10, 84),
  balloon('balloon 4', '#8f7bff', 60, 720, 12, 76),
];

const frame = nullLayer('frame', 50, {
  position: [560, 570, 0],
  scale: [
    [10, [0, 0, 100], EASE.back],
    [36, [100, 100, 100], EASE.inOut],
    [FRAMES, [104, 104, 100]],
  ],
  rotation: [
    [10, -25, EASE.back],
    [40, 0],
  ],
});
const photo = imageLayer(
  'photo',
  'photo',
  {
    parent: 50,
    anchor: [PHOTO / 2, PHOTO / 2, 0],
    position: [0, 0, 0],
    scale: [
      [10, [116, 116, 100], EASE.out],
      [90, [100, 100, 100]],
    ],
  },
  { width: PHOTO, height: PHOTO, radius: PHOTO / 2 },
);
const rim = shapeLayer('rim', [group('ring', [ellipse(0, 0, PHOTO + 40), fill('#ffce3d')])], {
  parent: 50,
});
const dashes = shapeLayer(
  'orbit',
  [
    group(
      'orbit',
      [
        ellipse(0, 0, PHOTO + 110),
        stroke('#ffffff', 8, { opacity: 80 }),
        trim(0, [
          [24, 0, EASE.inOut],
          [70, 78],
        ]),
      ],
      {
        rotation: [
          [24, -90, EASE.out],
          [FRAMES, 130],
        ],
      },
    ),
  ],
  { parent: 50, from: 24 },
);

/** The name is a window through which gold is seen, and a light that passes over it. */
const goldScene: Json[] = [
  shapeLayer(
    'light',
    [
      group('light', [
        path([
          [-60, -300],
          [40, -300],
          [-40, 300],
          [-140, 300],
        ]),
        fill('#ffffff', { opacity: 85 }),
      ]),
    ],
    {
      position: [
        [96, [-200, 190, 0], EASE.inOut],
        [140, [1100, 190, 0], EASE.inOut],
        [236, [-200, 190, 0], EASE.inOut],
        [280, [1100, 190, 0]],
      ],
    },
  ),
  shapeLayer('gold', [
    group('gold', [
      rectangle(470, 190, 960, 400),
      gradient([0, 60], [0, 320], ['#fff3c4', '#ffce3d', '#ff9f43']),
    ]),
  ]),
];
const name = textLayer(
  'name',
  'Valentina!',
  {
    font: FONTS.script.name,
    size: 172,
    color: '#ffffff',
    box: [0, 0, 880, 270],
    animators: [
      reveal('letters', 62, 104, {
        position: [0, 120],
        opacity: 0,
        scale: [40, 40],
        rotation: -24,
      }),
    ],
  },
  { position: [980, 366, 0], isMatte: true, from: 60 },
);
const gold = precompLayer(
  'gold letters',
  'gold',
  { width: 940, height: 380 },
  { position: [950, 306, 0], matte: 'alpha', from: 60 },
);

const greeting = textLayer(
  'greeting',
  'Happy birthday,',
  {
    font: FONTS.bold.name,
    size: 72,
    color: '#ffffff',
    box: [0, 0, 880, 110],
    vertical: 'bottom',
    animators: [reveal('letters', 40, 70, { position: [-40, 0], opacity: 0 })],
  },
  { position: [990, 250, 0], from: 38 },
);
const message = textLayer(
  'message',
  'May this year be full of good company, long walks and cake for breakfast. All the best from everyone at the studio!',
  {
    font: FONTS.regular.name,
    size: 42,
    color: '#ffe9f2',
    box: [0, 0, 740, 260],
    vertical: 'top',
    leading: 1.36,
    animators: [reveal('words', 106, 168, { position: [0, 36], opacity: 0 })],
  },
  { position: [990, 712, 0], from: 104 },
);
const underline = shapeLayer(
  'underline',
  [
    group('underline', [
      path(
        [
          [0, 0, 0, 0, 180, 26],
          [560, -6, -180, 24, 0, 0],
        ],
        false,
      ),
      stroke('#ff6f91', 10),
      trim(0, [
        [96, 0, EASE.inOut],
        [124, 100],
      ]),
    ]),
  ],
  { position: [996, 660, 0], from: 96 },
);

const sparks = Array.from({ length: 10 }, (_, index) => {
  const angle = (index / 10) * Math.PI * 2;
  return group(
    `spark ${index + 1}`,
    [rectangle(0, 0, 34, 9, 4), fill(PARTY[index % PARTY.length] ?? '#ffffff')],
    {
      position: [
        [26, [Math.cos(angle) * 330, Math.sin(angle) * 330, 0], EASE.out],
        [56, [Math.cos(angle) * 500, Math.sin(angle) * 500, 0]],
      ],
      rotation: (angle * 180) / Math.PI,
      opacity: [
        [26, 100, EASE.in],
        [56, 0],
      ],
    },
  );
});
const burst = shapeLayer('burst', sparks, { position: [560, 570, 0], from: 26, to: 58 });
const dot = shapeLayer(
  'dot',
  [group('dot', [ellipse(0, 0, 26), fill('#ffce3d')], { scale: pop(128) })],
  { position: [1592, 656, 0], from: 128 },
);

export const birthday: TemplateSource = {
  name: 'birthday',
  animation: composition({
    name: 'Birthday',
    width: WIDTH,
    height: HEIGHT,
    frames: FRAMES,
    assets: [
      picture('photo', 'photo.png', PHOTO, PHOTO, 'photo'),
      { id: 'gold', nm: 'gold', layers: goldScene },
    ],
    fonts: [FONTS.regular, FONTS.bold, FONTS.script],
    layers: [
      bunting,
      ...confetti.slice(0, 5),
      name,
      gold,
      greeting,
      message,
      underline,
      dot,
      frame,
      photo,
      dashes,
      rim,
      burst,
      ...balloons,
      ...confetti.slice(5),
      glow,
      sky,
    ],
  }),
  pictures: { 'photo.png': () => portrait(PHOTO * 2, PHOTO * 2) },
  fonts: ['Poppins-Regular', 'Poppins-Bold', 'Pacifico-Regular'],
  templateJson: {
    version: 1,
    name: 'Birthday',
    language: 'en',
    stillcuts: { photo: 1.6, card: 8 },
    editables: {
      name: {
        type: 'text',
        label: 'Name',
        targets: ['name'],
        max_length: 80,
        max_lines: 2,
        min_font_size: 40,
        stillcut: 'card',
      },
      greeting: {
        type: 'text',
        label: 'Greeting',
        targets: ['greeting'],
        max_length: 80,
        max_lines: 2,
        stillcut: 'card',
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
    },
  },
};
