import { Drawing } from './draw.ts';

const HAIR = '#3b1f2b';

/** A smiling woman with curls at an evening party; 3:4. */
export function portrait(width: number): Buffer {
  const d = new Drawing(width, Math.round((width * 4) / 3));
  room(d);
  hairBehind(d);
  body(d);
  face(d);
  curls(d);
  return d.webp();
}

function room(d: Drawing): void {
  d.box({
    x: 0,
    y: 0,
    width: 100,
    height: 134,
    radius: 0,
    paint: d.linear([0, 0], [60, 134], '#3d2a6b', '#a2487e', '#f2937a'),
  });
  d.soft(26, () => {
    d.oval([78, 30], [26, 26], 'rgba(255,214,150,.5)');
    d.oval([14, 96], [20, 20], 'rgba(255,160,170,.4)');
  });
  const lights = [
    [12, 18, 4.5],
    [27, 9, 3],
    [88, 14, 5],
    [92, 44, 3.4],
    [7, 47, 5.5],
    [84, 66, 4.4],
    [95, 88, 6],
    [5, 76, 3],
    [70, 6, 2.4],
    [17, 32, 2.2],
  ] as const;
  d.soft(5, () => {
    for (const [index, [x, y, r]] of lights.entries())
      d.oval(
        [x, y],
        [r, r],
        ['rgba(255,226,160,.6)', 'rgba(255,170,190,.5)', 'rgba(160,220,255,.4)'][index % 3] ?? '',
      );
  });
}

/** Draws the curls behind the face. */
function hairBehind(d: Drawing): void {
  d.oval([50, 50], [31, 33], HAIR);
  for (let n = 0; n < 22; n++) {
    const angle = Math.PI * (0.82 + (n / 21) * 1.36);
    const r = 6.4 + (n % 3) * 1.2;
    d.oval([50 + 30 * Math.cos(angle), 48 + 31 * Math.sin(angle)], [r, r], HAIR);
  }
  for (const side of [-1, 1])
    for (let n = 0; n < 5; n++) d.oval([50 + side * (30 - n * 1.5), 56 + n * 6.5], [8, 8], HAIR);
}

function body(d: Drawing): void {
  const skin = d.linear([42, 80], [58, 104], '#c67a54', '#e09a70');
  d.shape(
    [41, 78],
    [
      [41, 92, 40, 98, 32, 102],
      [44, 116, 56, 116, 68, 102],
      [60, 98, 59, 92, 59, 78],
    ],
    skin,
  );
  d.soft(8, () => d.oval([50, 89], [11, 6], 'rgba(120,50,40,.45)'));
  d.shape(
    [4, 136],
    [
      [6, 114, 14, 106, 33, 101],
      [38, 113, 62, 113, 67, 101],
      [86, 106, 94, 114, 96, 136],
    ],
    d.linear([0, 100], [100, 136], '#1fa79b', '#0f6f78'),
  );
  d.line([33, 101], [[38, 113, 62, 113, 67, 101]], 2.6, '#178a86');
  for (const [from, to] of [
    [16, 22],
    [84, 78],
  ] as const)
    d.line([from, 136], [[from, 126, to, 122, to, 118]], 0.7, 'rgba(0,50,60,.35)');
}

function face(d: Drawing): void {
  const skin = d.radial(44, 54, 40, '#ffc79e', '#f0ac82', '#d98a62');
  for (const side of [-1, 1]) d.oval([50 + side * 20.4, 60], [3.6, 5.2], '#df946b');
  d.shape(
    [30, 52],
    [
      [30, 30, 70, 30, 70, 52],
      [70, 72, 62, 87, 50, 87],
      [38, 87, 30, 72, 30, 52],
    ],
    skin,
  );
  d.soft(14, () => {
    for (const side of [-1, 1]) d.oval([50 + side * 12.5, 68], [5, 4], 'rgba(238,96,92,.55)');
  });
  for (const side of [-1, 1]) {
    const x = 50 + side * 8.6;
    d.line(
      [x - 4.6, 48.6 + (side < 0 ? 0.8 : -0.2)],
      [[x - 2, 46.4, x + 2, 46.4, x + 4.6, 48.6 + (side > 0 ? 0.8 : -0.2)]],
      1.25,
      '#4a2630',
    );
    d.shape(
      [x - 4, 57],
      [
        [x - 2, 52.9, x + 2, 52.9, x + 4, 57],
        [x + 2, 59.6, x - 2, 59.6, x - 4, 57],
      ],
      '#fffaf5',
    );
    d.oval([x, 56.3], [2.15, 2.35], '#5b3322');
    d.oval([x, 56.3], [1.15, 1.3], '#1c0f12');
    d.oval([x + 0.8, 55.4], [0.6, 0.6], '#ffffff');
    d.line([x - 4.2, 57], [[x - 2, 52.7, x + 2, 52.7, x + 4.2, 56.8]], 0.95, '#2c1620');
    d.line(
      [x + side * 4.1, 56.8],
      [[x + side * 4.8, 56.2, x + side * 5.2, 55.6, x + side * 5.4, 55]],
      0.7,
      '#2c1620',
    );
  }
  d.line(
    [50.4, 58],
    [
      [51.4, 62, 53.2, 65, 51.6, 66.4],
      [50.8, 67, 49.2, 67, 48.2, 66.2],
    ],
    0.85,
    '#c4754f',
  );
  d.shape(
    [41, 72],
    [
      [45, 73.6, 55, 73.6, 59, 72],
      [57.6, 79.6, 53.6, 81.6, 50, 81.6],
      [46.4, 81.6, 42.4, 79.6, 41, 72],
    ],
    '#8c2436',
  );
  d.shape(
    [42.6, 72.7],
    [
      [46, 73.9, 54, 73.9, 57.4, 72.7],
      [56.6, 75.6, 54, 76.6, 50, 76.6],
      [46, 76.6, 43.4, 75.6, 42.6, 72.7],
    ],
    '#ffffff',
  );
  d.oval([50, 80], [3.4, 1.5], '#e2636d');
  d.line([41, 72], [[45, 73.6, 55, 73.6, 59, 72]], 0.9, '#c4475a');
  for (const side of [-1, 1]) {
    d.line(
      [50 + side * 21.4, 66.4],
      [
        [50 + side * 24.6, 67, 50 + side * 24.6, 73.5, 50 + side * 21.4, 73.8],
        [50 + side * 18.6, 73.4, 50 + side * 18.6, 67.4, 50 + side * 21.2, 66.4],
      ],
      0.9,
      '#ffd05e',
    );
  }
}

/** Draws the curls over the forehead, each with a highlight. */
function curls(d: Drawing): void {
  d.shape(
    [27, 56],
    [
      [24, 30, 40, 20, 52, 21],
      [70, 21, 76, 36, 73, 56],
      [70, 44, 64, 38, 56, 37],
      [46, 43, 34, 42, 27, 56],
    ],
    HAIR,
  );
  const locks = [
    [34, 38, 6],
    [41, 33, 6.5],
    [49, 31, 6.5],
    [57, 31.5, 6.5],
    [65, 36, 6],
    [70, 44, 5],
    [29.6, 46, 5],
    [37, 25, 7],
    [47, 21, 7.5],
    [57, 21.5, 7],
    [66, 27, 6.5],
  ] as const;
  for (const [x, y, r] of locks) d.oval([x, y], [r, r], HAIR);
  for (const [x, y, r] of locks) {
    d.ctx.beginPath();
    d.ctx.arc(x, y, r * 0.62, Math.PI * 1.05, Math.PI * 1.75);
    d.ctx.strokeStyle = 'rgba(190,110,110,.5)';
    d.ctx.lineWidth = 0.8;
    d.ctx.stroke();
  }
}
