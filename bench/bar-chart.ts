type Bars = { label: string; values: readonly [number, number] };

const [LABELS, WIDTH, ROW, HEAD] = [220, 860, 44, 70];
const COLORS = ['#2f6fed', '#b4bcc8'];

/** Returns a self-contained SVG with two horizontal bars for each row. */
export function barChart(
  title: string,
  names: readonly [string, string],
  rows: readonly Bars[],
): string {
  const max = Math.max(...rows.flatMap(({ values }) => values));
  const scale = (WIDTH - LABELS - 70) / max;
  const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const text = (x: number, y: number, words: string, more = '') =>
    `<text x="${x}" y="${y}"${more}>${escaped(words)}</text>`;
  const legend = names.map(
    (name, index) =>
      `<rect x="${LABELS + index * 130}" y="40" width="12" height="12" fill="${COLORS[index]}"/>${text(LABELS + 18 + index * 130, 51, name)}`,
  );
  const bars = rows.flatMap(({ label, values }, row) => {
    const top = HEAD + row * ROW;
    return [
      text(LABELS - 10, top + 21, label, ' text-anchor="end"'),
      ...values.map((value, index) => {
        const [y, width] = [top + index * 16, value * scale];
        const number = text(LABELS + width + 6, y + 12, value.toFixed(1));
        return `<rect x="${LABELS}" y="${y}" width="${width.toFixed(1)}" height="14" fill="${COLORS[index]}"/>${number}`;
      }),
    ];
  });
  const height = HEAD + rows.length * ROW + 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" fill="#222"><title>${escaped(title)}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>${text(16, 26, title, ' font-size="16" font-weight="bold"')}${[...legend, ...bars].join('')}</svg>\n`;
}
