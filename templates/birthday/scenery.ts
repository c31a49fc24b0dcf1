import {
  EASE,
  ellipse,
  fill,
  gradient,
  group,
  type Json,
  type Key,
  path,
  rectangle,
  shapeLayer,
  stroke,
} from '../builder/index.ts';

/** The scenery around the card: sky, lights, garland, balloons and bursts of paper. */
export const [WIDTH, HEIGHT, FRAMES] = [1920, 1080, 360];
export const PARTY = ['#ffce3d', '#ff6f91', '#4fd1c5', '#ffffff', '#8f7bff'];
const NIGHT = ['#24124a', '#562878', '#b0487f'];

const party = (index: number) => PARTY[index % PARTY.length] ?? '#ffffff';

/** A seeded generator: the same template every time. */
function scatter(index: number, salt: number): number {
  const value = Math.sin(index * 127.1 + salt * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

export const sky = shapeLayer('sky', [
  group('sky', [
    rectangle(WIDTH / 2, HEIGHT / 2, WIDTH, HEIGHT),
    gradient([0, 0], [WIDTH, HEIGHT], NIGHT),
  ]),
]);

/** Blurred lights that drift upwards. */
export const lights = shapeLayer(
  'lights',
  Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [60 + scatter(index, 1) * 1800, 240 + scatter(index, 2) * 820];
    return group(
      `light ${index + 1}`,
      [ellipse(0, 0, 60 + scatter(index, 3) * 170), fill(party(index), { opacity: 7 })],
      {
        position: [
          [0, [x, y, 0], EASE.linear],
          [FRAMES, [x + (scatter(index, 4) - 0.5) * 160, y - 60 - scatter(index, 5) * 200, 0]],
        ],
      },
    );
  }),
);

/** Broad rays that turn behind the title, and behind the photo in the ending. */
export const rays = shapeLayer(
  'rays',
  [
    group(
      'rays',
      [
        ...Array.from({ length: 12 }, (_, index) => {
          const [a, b] = [(index / 6) * Math.PI - 0.13, (index / 6) * Math.PI + 0.13];
          return path([
            [0, 0],
            [1250 * Math.cos(a), 1250 * Math.sin(a)],
            [1250 * Math.cos(b), 1250 * Math.sin(b)],
          ]);
        }),
        fill('#ffd9a8', { opacity: 9 }),
      ],
      {
        rotation: [
          [0, 0, EASE.linear],
          [FRAMES, 48],
        ],
      },
    ),
  ],
  {
    position: [
      [0, [960, 560, 0], EASE.inOut],
      [84, [960, 560, 0], EASE.inOut],
      [112, [500, 590, 0], EASE.inOut],
      [262, [500, 590, 0], EASE.inOut],
      [290, [960, 400, 0]],
    ],
    scale: [
      [0, [70, 70, 100], EASE.out],
      [40, [100, 100, 100]],
    ],
  },
);

const FLAG = 118;
/** Flags on a cord that hangs between two points. */
const garland = Array.from({ length: 17 }, (_, index) => {
  const x = 20 + index * FLAG;
  const hang = 26 + 70 * Math.sin((Math.PI * (x % 960)) / 960);
  const swing = index % 2 === 0 ? 7 : -6;
  return group(
    `flag ${index + 1}`,
    [
      path([
        [-42, 0],
        [42, 0],
        [0, 88],
      ]),
      fill(party(index)),
    ],
    {
      position: [x, hang, 0],
      rotation: [0, 90, 180, 270, 360].map(
        (frame, n): Key => [frame, n % 2 === 0 ? swing : -swing, EASE.inOut],
      ),
    },
  );
});
const cord = group('cord', [
  path(
    [
      [-40, 18, 0, 0, 240, 108],
      [960, 20, -260, 108, 260, 108],
      [1960, 18, -240, 108, 0, 0],
    ],
    false,
  ),
  stroke('#ffffff', 5, { opacity: 70 }),
]);
export const bunting = shapeLayer('bunting', [...garland, cord], {
  position: [
    [0, [0, -46, 0], EASE.back],
    [22, [0, -8, 0]],
  ],
});

/** Balloons that rise from below and move aside in each scene. */
function balloon(
  color: string,
  size: number,
  at: number,
  places: readonly [number, number][],
): Json {
  const [[x, y], [cardX, cardY], [endX, endY]] = places as [
    [number, number],
    [number, number],
    [number, number],
  ];
  const body = group('body', [ellipse(0, 0, [190, 230]), fill(color)]);
  const shade = group('shade', [ellipse(16, 20, [150, 182]), fill('#ffffff', { opacity: 10 })]);
  const shine = group('shine', [ellipse(-44, -58, [36, 62]), fill('#ffffff', { opacity: 45 })], {
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
  return shapeLayer('balloon', [shine, shade, body, knot, string], {
    position: [
      [at, [x, 1300, 0], EASE.out],
      [at + 66, [x, y, 0], EASE.inOut],
      [112, [cardX, cardY, 0], EASE.inOut],
      [190, [cardX + 8, cardY - 26, 0], EASE.inOut],
      [262, [cardX, cardY, 0], EASE.inOut],
      [300, [endX, endY, 0], EASE.inOut],
      [FRAMES + 20, [endX + 8, endY - 40, 0]],
    ],
    rotation: [
      [at, -8, EASE.inOut],
      [80, 6, EASE.inOut],
      [170, -5, EASE.inOut],
      [262, 5, EASE.inOut],
      [FRAMES, -5],
    ],
    scale: [size, size, 100],
  });
}
export const balloons = [
  balloon('#ff6f91', 100, -22, [
    [130, 470],
    [92, 440],
    [330, 520],
  ]),
  balloon('#8f7bff', 74, -8, [
    [262, 830],
    [112, 830],
    [180, 720],
  ]),
  balloon('#4fd1c5', 92, -16, [
    [1790, 500],
    [1896, 890],
    [1600, 500],
  ]),
  balloon('#ffce3d', 66, -2, [
    [1664, 850],
    [1826, 1050],
    [1750, 740],
  ]),
];

/** Paper that flies up and falls at both sides, within `band` pixels of the edges. */
function burst(at: number, band: number, salt: number): Json[] {
  return Array.from({ length: 26 }, (_, index) => {
    const isLeft = index % 2 === 0;
    const mirror = (x: number) => (isLeft ? x : WIDTH - x);
    const n = index + salt;
    const size = 14 + scatter(n, 3) * 16;
    const start = at + Math.floor(scatter(n, 1) * 7);
    const top = 30 + scatter(n, 2) * (band - 60);
    const shape = index % 3 === 0 ? ellipse(0, 0, size) : rectangle(0, 0, size, size * 0.5, 3);
    const turn = scatter(n, 5) * 360;
    return shapeLayer(`paper ${at}.${index + 1}`, [group('paper', [shape, fill(party(index))])], {
      position: [
        [start, [mirror(-30), 1110, 0], EASE.out],
        [
          start + 26,
          [mirror(top), 130 + scatter(n, 4) * 560, 0],
          { out: [0.3, 0], into: [0.7, 0.8] },
        ],
        [start + 100, [mirror(top + (scatter(n, 7) - 0.5) * 60), 1130, 0]],
      ],
      rotation: [
        [start, turn, EASE.linear],
        [start + 100, turn + (scatter(n, 6) - 0.5) * 1100],
      ],
      from: start,
      to: Math.min(FRAMES, start + 100),
    });
  });
}
export const confetti = [...burst(15, 320, 0), ...burst(284, 470, 60)];
