import { pause } from '../../test/support/client.ts';
import { say } from '../support.ts';
import {
  colorOf,
  type OpenEditor,
  openChromium,
  openEditor,
  openEditorWorld,
  renderOnAndOn,
  type Step,
} from './editor-world.ts';

/** A person types five to ten letters a second. */
const PAUSE_MS = 120;
/** Without spaces: a space at the end changes no frame. */
const TEXT = 'Valentina-and-Benjamin-celebrate-with-you';

type Edit = {
  wholeMs: number;
  askMs: number;
  composeMs: number;
  requestMs: number;
  readMs: number;
  openMs: number;
  drawMs: number;
  drawings: number;
};

/** Prints the time from a key press to the new frame, without and with a render beside it. */
export async function measureLatency(folder: string, edits: number): Promise<void> {
  await using world = await openEditorWorld(folder);
  const [version, beside] = [await world.version('birthday'), await world.version('skin-company')];
  const browser = await openChromium();
  try {
    const editor = await openEditor(browser, await world.draft(version));
    const width = await editor.run<number>(`stage.shadowRoot.querySelector('canvas').width`);
    say(`The frame is ${width} pixels wide.`);
    await typeText(editor, 10);
    report('alone, text', await typeText(editor, edits));
    await using rendering = renderOnAndOn(world, beside);
    // Until the first render draws.
    await pause(2000);
    report('beside a render, text', await typeText(editor, edits));
    report('beside a render, color', await typeColors(editor, edits));
    say(`${rendering.count} renders have ended.`);
  } finally {
    await browser.close();
  }
}

async function typeText(editor: OpenEditor, count: number): Promise<Edit[]> {
  await editor.focus('name');
  await pause(500);
  const edits: Edit[] = [];
  for (let n = 0; n < count; n++) {
    // A field of at most 80 characters.
    if (n % 20 === 19) await editor.run(`control('name').select()`);
    edits.push(
      await measured(editor, () => editor.page.keyboard.press(TEXT[n % TEXT.length] as 'a')),
    );
  }
  return edits;
}

async function typeColors(editor: OpenEditor, count: number): Promise<Edit[]> {
  await editor.focus('frame_color');
  await pause(500);
  const edits: Edit[] = [];
  for (let n = 0; n < count; n++) {
    // All digits but the last; the last makes it another color.
    const color = `#${colorOf(n + 1)}`;
    await editor.run(`control('frame_color').value = '${color.slice(0, -1)}'`);
    await editor.run(`control('frame_color').setSelectionRange(9, 9)`);
    edits.push(await measured(editor, () => editor.page.keyboard.press(color.slice(-1) as 'a')));
  }
  return edits;
}

async function measured(editor: OpenEditor, press: () => Promise<void>): Promise<Edit> {
  await editor.steps();
  await press();
  await editor.until(`steps.some(({ name }) => name === 'answered')
    && steps.findLastIndex(({ name }) => name === 'shown') > steps.findIndex(({ name }) => name === 'answered')
    && !stage.isDrawing`);
  const steps = await editor.steps();
  const key = steps.find(({ name }) => name === 'key');
  const request = stepAfter(steps, 'asked', key);
  const answered = stepAfter(steps, 'answered', request);
  const open = stepAfter(steps, 'open', answered);
  const opened = stepAfter(steps, 'opened', open);
  const display = stepAfter(steps, 'shown', opened);
  await pause(PAUSE_MS);
  return {
    wholeMs: display.atMs - (key?.atMs ?? 0),
    askMs: request.atMs - (key?.atMs ?? 0),
    composeMs: answered.composeMs ?? Number.NaN,
    requestMs: answered.atMs - request.atMs,
    readMs: open.atMs - answered.atMs,
    openMs: opened.atMs - open.atMs,
    drawMs: display.atMs - opened.atMs,
    drawings: steps.filter(({ name }) => name === 'draw').length,
  };
}

function stepAfter(steps: readonly Step[], name: Step['name'], previous: Step | undefined): Step {
  const from = previous ? steps.indexOf(previous) : 0;
  const step = steps.find((step, index) => index >= from && step.name === name);
  if (!step) throw new Error(`The step "${name}" is missing.`);
  return step;
}

function report(what: string, edits: readonly Edit[]): void {
  const parts = {
    wholeMs: 'whole',
    askMs: 'key to request',
    requestMs: 'request',
    composeMs: 'of it the service',
    readMs: 'reading the answer',
    openMs: 'opening it in the engine',
    drawMs: 'drawing',
  };
  const drawings = edits.reduce((sum, edit) => sum + edit.drawings, 0);
  say(`${what}, ${edits.length} edits, ${drawings} drawings:`);
  for (const [key, name] of Object.entries(parts) as [keyof Edit, string][]) {
    const sorted = edits.map((edit) => edit[key]).toSorted((a, b) => a - b);
    const at = (share: number) =>
      (sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN).toFixed(0);
    say(`  ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`);
  }
}
