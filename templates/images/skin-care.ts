import { Drawing } from './draw.ts';

/** A pump bottle and a jar on a round stand, with a slice of orange and leaves; square. */
export function skinCare(width: number): Buffer {
  const d = new Drawing(width, width);
  d.box({
    x: 0,
    y: 0,
    width: 100,
    height: 100,
    radius: 0,
    paint: d.linear([0, 0], [30, 100], '#ffe3d3', '#ffc3a8'),
  });
  d.shape([18, 82], [[18, 8, 82, 8, 82, 82]], d.linear([20, 20], [80, 80], '#fff3ea', '#ffd9c6'));
  d.box({
    x: 0,
    y: 80,
    width: 100,
    height: 20,
    radius: 0,
    paint: d.linear([0, 80], [0, 100], '#f6a98a', '#ee9473'),
  });
  leafShadows(d);
  stand(d);
  bottle(d);
  jar(d);
  orange(d);
  leaves(d);
  return d.webp();
}

/** Draws the shadow of a plant outside the image. */
function leafShadows(d: Drawing): void {
  d.soft(14, () => {
    for (let n = 0; n < 7; n++)
      d.oval([70 + n * 5, 8 + n * 7], [3.2, 13], 'rgba(200,100,70,.13)', 0.9 + n * 0.12);
  });
}

function stand(d: Drawing): void {
  d.soft(12, () => d.oval([52, 93], [42, 4.5], 'rgba(140,50,25,.35)'));
  d.box({
    x: 14,
    y: 80,
    width: 74,
    height: 12,
    radius: 0,
    paint: d.linear([14, 0], [88, 0], '#f7c3ab', '#fff1e8', '#f3b497'),
  });
  d.oval([51, 92], [37, 5], d.linear([14, 0], [88, 0], '#f0b195', '#fde4d6', '#e9a283'));
  d.oval([51, 80], [37, 5.4], d.linear([14, 0], [88, 0], '#ffe0d0', '#fffaf6', '#ffd8c5'));
  d.soft(9, () => d.oval([48, 81], [26, 3], 'rgba(150,60,35,.4)'));
}

function bottle(d: Drawing): void {
  const dark = d.linear([30, 0], [54, 0], '#2a2150', '#5a4c8f', '#231b45');
  d.shape(
    [24.5, 15.6],
    [
      [25, 13.6, 28, 13, 33, 13],
      [44, 12.6, 49, 13, 49, 16.6],
      [49, 18.6, 47, 19, 44, 19],
      [36, 18.4, 30, 17.6, 27.6, 18.4],
      [26.4, 21.4, 24, 20.6, 24.5, 15.6],
    ],
    dark,
  );
  d.box({ x: 39.6, y: 18, width: 4.4, height: 9, radius: 0.8, paint: dark });
  d.box({ x: 35.5, y: 25, width: 12.6, height: 6.6, radius: 1.6, paint: dark });
  d.box({
    x: 28,
    y: 31,
    width: 27.6,
    height: 50,
    radius: 6.5,
    paint: d.linear([28, 0], [55.6, 0], '#ffd7c3', '#ffffff', '#fff6f0', '#f4c4ad'),
  });
  d.box({
    x: 28,
    y: 52,
    width: 27.6,
    height: 29,
    radius: 6.5,
    paint: d.linear([28, 0], [55.6, 0], '#ff9f80', '#ffc2aa', '#ff8c69'),
  });
  d.box({
    x: 28,
    y: 50,
    width: 27.6,
    height: 10,
    radius: 0,
    paint: d.linear([0, 50], [0, 60], 'rgba(255,255,255,.9)', 'rgba(255,255,255,0)'),
  });
  d.box({ x: 32.4, y: 43, width: 18.8, height: 26, radius: 2, paint: 'rgba(255,255,255,.94)' });
  d.oval([41.8, 50.6], [4, 4], '#ff7a59');
  d.oval([43.2, 49.2], [3, 3], '#ffffff');
  d.oval([43.5, 48.9], [1.4, 1.4], '#ff7a59');
  d.box({ x: 35.8, y: 57.6, width: 12, height: 1.7, radius: 0.8, paint: '#2b2350' });
  d.box({ x: 37.4, y: 61, width: 8.8, height: 1, radius: 0.5, paint: '#a79fc9' });
  d.box({ x: 38.4, y: 63.2, width: 6.8, height: 1, radius: 0.5, paint: '#a79fc9' });
  d.box({ x: 30.2, y: 35, width: 1.6, height: 40, radius: 0.8, paint: 'rgba(255,255,255,.75)' });
}

function jar(d: Drawing): void {
  d.box({
    x: 56,
    y: 64,
    width: 26,
    height: 17,
    radius: 4,
    paint: d.linear([56, 0], [82, 0], '#ffd9c6', '#ffffff', '#fbe7dc', '#f0bda4'),
  });
  d.box({
    x: 55,
    y: 56.6,
    width: 28,
    height: 9,
    radius: 2.4,
    paint: d.linear([55, 0], [83, 0], '#2a2150', '#5f5199', '#221a44'),
  });
  d.box({ x: 57, y: 58, width: 24, height: 1, radius: 0.5, paint: 'rgba(255,255,255,.28)' });
  d.box({ x: 62, y: 69.4, width: 14, height: 1.7, radius: 0.8, paint: '#2b2350' });
  d.box({ x: 64.4, y: 72.6, width: 9.2, height: 1, radius: 0.5, paint: '#b3abd2' });
  d.box({ x: 58, y: 67.4, width: 1.3, height: 10, radius: 0.6, paint: 'rgba(255,255,255,.8)' });
}

function orange(d: Drawing): void {
  d.soft(7, () => d.oval([79, 85.4], [11, 2], 'rgba(130,50,20,.4)'));
  d.oval([80, 78], [9, 9], d.radial(80, 78, 9, '#ffb347', '#ff9a2e', '#ff8417'));
  d.oval([80, 78], [7.9, 7.9], '#fff0d2');
  for (let n = 0; n < 8; n++) {
    const [a, b] = [(n + 0.08) * (Math.PI / 4), (n + 0.92) * (Math.PI / 4)];
    d.ctx.fillStyle = d.radial(80, 78, 7.4, '#ffc562', '#ff9f2f');
    d.ctx.beginPath();
    d.ctx.moveTo(80 + 0.8 * Math.cos((a + b) / 2), 78 + 0.8 * Math.sin((a + b) / 2));
    d.ctx.arc(80, 78, 7.1, a, b);
    d.ctx.fill();
  }
}

function leaves(d: Drawing): void {
  const green = d.linear([8, 50], [28, 86], '#7fbf95', '#3f8560');
  d.shape(
    [22, 84],
    [
      [4, 78, 4, 58, 9, 48],
      [22, 58, 27, 70, 22, 84],
    ],
    green,
  );
  d.shape(
    [21, 85],
    [
      [8, 90, 2, 84, 0, 78],
      [10, 74, 19, 77, 21, 85],
    ],
    d.linear([0, 76], [20, 88], '#97cfa8', '#559a74'),
  );
  d.line([21.6, 83], [[17, 72, 13, 62, 10.4, 53]], 0.5, 'rgba(235,255,240,.7)');
  d.line([19.6, 84.6], [[13, 83, 7, 81, 3, 79.4]], 0.45, 'rgba(235,255,240,.7)');
}
