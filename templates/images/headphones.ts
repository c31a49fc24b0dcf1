import { Drawing, type Paint } from './draw.ts';

/** Headphones in front of a round light; square. */
export function headphones(width: number): Buffer {
  const d = new Drawing(width, width);
  d.box({
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    radius: 0,
    paint: d.linear([0, 0], [100, 100], '#f4efff', '#cbb9ff'),
  });
  d.oval([50, 47], [40, 40], d.linear([20, 10], [80, 90], '#a98bff', '#6a45f0'));
  d.oval(
    [50, 47],
    [31, 31],
    d.linear([20, 10], [80, 80], 'rgba(255,255,255,.25)', 'rgba(255,255,255,0)'),
  );
  d.soft(16, () => d.oval([50, 91], [30, 3.4], 'rgba(40,10,110,.4)'));
  band(d);
  for (const side of [-1, 1]) cup(d, side);
  for (const [x, y, r] of [
    [12, 20, 1.6],
    [88, 78, 2.2],
    [90, 16, 1.1],
    [9, 74, 1.2],
  ] as const)
    d.oval([x, y], [r, r], '#ffce3d');
  return d.webp();
}

function band(d: Drawing): void {
  const arc = (width: number, ry: number, paint: Paint) => {
    d.ctx.strokeStyle = paint;
    d.ctx.lineWidth = width;
    d.ctx.beginPath();
    d.ctx.ellipse(50, 52, 29, ry, 0, Math.PI * 1.02, Math.PI * 1.98);
    d.ctx.stroke();
  };
  arc(8, 36, d.linear([20, 0], [80, 0], '#1c1145', '#4a34a0', '#1c1145'));
  arc(4.6, 33, d.linear([20, 0], [80, 0], '#3a2784', '#8468ec', '#3a2784'));
  arc(0.7, 38.4, 'rgba(255,255,255,.35)');
}

/** Draws one ear cup: fork, shell, cushion. */
function cup(d: Drawing, side: number): void {
  const x = 50 + side * 29;
  const steel = d.linear([x - 3, 0], [x + 3, 0], '#8f86b8', '#ffffff', '#7d73ab');
  d.box({ x: x - 1.7, y: 43, width: 3.4, height: 17, radius: 1.6, paint: steel });
  d.box({
    x: x - 8.6,
    y: 54,
    width: 17.2,
    height: 29,
    radius: 8.4,
    paint: d.linear([x - 9, 54], [x + 9, 83], '#4a32a8', '#7d5ff0', '#2c1c72'),
  });
  const cushion = x - side * 7.4;
  d.box({
    x: cushion - 5.2,
    y: 53,
    width: 10.4,
    height: 31,
    radius: 5.2,
    paint: d.linear([cushion - 5, 0], [cushion + 5, 0], '#120930', '#372466', '#120930'),
  });
  d.box({
    x: cushion - side * 1.6 - 0.5,
    y: 57,
    width: 1,
    height: 23,
    radius: 0.5,
    paint: 'rgba(255,255,255,.16)',
  });
  const plate = x + side * 3.4;
  d.oval(
    [plate, 68.5],
    [4.2, 8.6],
    d.linear([plate - 4, 60], [plate + 4, 78], '#8f73ff', '#4429b4'),
  );
  d.oval([plate, 68.5], [2.2, 4.4], '#ffce3d');
  d.oval([plate + 0.3, 67.6], [0.9, 1.9], '#fff0b8');
}
