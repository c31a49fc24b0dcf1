import { startChromium } from '../support/chromium.ts';
import { fontFile } from './fonts.ts';
import type { Sample } from './samples.ts';

/** `widthEm` is the box's; `starts` are where the text's grapheme clusters start, in UTF-16 units. */
export type BoxSample = Sample & { widthEm: number; starts: readonly number[] };

export type ChromiumPage = {
  /** Advance widths in ems. */
  widths(samples: readonly Sample[]): Promise<number[]>;
  /** The line number of each grapheme cluster; -1 for clusters without width. */
  lines(samples: readonly BoxSample[]): Promise<number[][]>;
} & AsyncDisposable;

const ORIGIN = 'http://localhost';
const SIZE = 200;
/** Disables the trimming of space around CJK punctuation, which only browsers do. */
const PAGE = `<!doctype html><meta charset="utf-8"><style>
  p { margin: 0; font-size: ${SIZE}px; line-height: 2; unicode-bidi: plaintext; text-align: left;
    font-kerning: normal; text-rendering: geometricPrecision; text-spacing-trim: space-all;
    text-autospace: no-autospace; font-synthesis: none; white-space: pre-wrap; overflow-wrap: anywhere }
  p.wide { white-space: pre; width: max-content }
</style><body><script>
  function paragraph({ text, language, families, widthEm }) {
    const p = document.createElement('p');
    p.lang = language;
    p.style.fontFamily = families;
    if (widthEm === undefined) p.className = 'wide';
    else p.style.width = widthEm * ${SIZE} + 'px';
    p.textContent = text;
    document.body.append(p);
    return p;
  }
  async function layOut(samples) {
    const all = samples.map(paragraph);
    await Promise.all([...document.fonts].map((font) => font.load()));
    await document.fonts.ready;
    return all;
  }
  async function widths(samples) {
    const all = await layOut(samples);
    const ems = all.map((p) => p.getBoundingClientRect().width / ${SIZE});
    for (const p of all) p.remove();
    return ems;
  }
  async function lines(samples) {
    const all = await layOut(samples);
    const numbers = all.map((p, i) => {
      const { top } = p.getBoundingClientRect();
      const { starts, text } = samples[i];
      const range = document.createRange();
      return starts.map((start, k) => {
        range.setStart(p.firstChild, start);
        range.setEnd(p.firstChild, starts[k + 1] ?? text.length);
        const rect = [...range.getClientRects()].findLast(({ width }) => width > 0);
        return rect ? Math.floor(((rect.top + rect.bottom) / 2 - top) / ${2 * SIZE}) : -1;
      });
    });
    for (const p of all) p.remove();
    return numbers;
  }
</script>`;

/** Starts Debian's Chromium with the fonts of these scripts and the system's fonts. */
export async function openChromium(scripts: readonly string[]): Promise<ChromiumPage> {
  const browser = await startChromium('--disable-gpu');
  const page = await browser.newPage();
  await page.route(`${ORIGIN}/**`, (route) => {
    const script = new URL(route.request().url()).pathname.slice(1);
    return script === ''
      ? route.fulfill({ contentType: 'text/html', body: PAGE })
      : route.fulfill({ path: fontFile(script) });
  });
  await page.goto(`${ORIGIN}/`);
  const faces = scripts.map(
    (script) => `@font-face { font-family: 't-${script}'; src: url('${ORIGIN}/${script}') }`,
  );
  await page.addStyleTag({ content: faces.join('\n') });
  const call = <Result>(name: string, samples: readonly Sample[]): Promise<Result> => {
    const set = samples.map(({ scripts: order, ...sample }) => ({
      ...sample,
      families: order.map((script) => `'t-${script}'`).join(', '),
    }));
    return page.evaluate<Result>(`${name}(${JSON.stringify(set)})`);
  };
  return {
    widths: (samples) => call('widths', samples),
    lines: (samples) => call('lines', samples),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
