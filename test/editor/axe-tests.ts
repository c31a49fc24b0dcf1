import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Part } from '../support/parts.ts';
import { type EditorWorld, openEditors, openEditorWorld } from './editor-page.ts';

/** `npm test` has the second and the fourth: both themes and both directions of writing. */
const LOOKS = [
  { theme: 'light', lang: 'en', width: 1280 },
  { theme: 'dark', lang: 'en', width: 390 },
  { theme: 'dark', lang: 'ar', width: 1280 },
  { theme: 'light', lang: 'ar', width: 390 },
];
const FEW = 2;

/** Lets axe-core examine an editor with a faulty field, in some of its looks. */
export function axeTests(part: Part): void {
  let axe: string;
  let world: EditorWorld;
  let editors: Awaited<ReturnType<typeof openEditors>>;

  beforeAll(async () => {
    axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
    world = await openEditorWorld();
    editors = await openEditors(world, 'chromium');
  });

  afterAll(async () => {
    await editors?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
  });

  test.for(part(LOOKS, FEW))(
    'axe-core finds nothing in $theme, $lang, at $width pixels',
    async ({ width, ...look }) => {
      const { session, token } = await world.draft();
      const editor = await editors.open({ session, token, ...look }, { width });
      const { page, until, evaluate } = editor;
      await evaluate(`editor.mapping = {
        ...editor.mapping, resources: { t_01: { source: { text: 'x' }, transform: { max_lines: 0 } } } }`);
      await until(`field('t_01').faults.length > 0 && root.querySelector('.banner')`);
      await page.evaluate(axe);
      const found = await page.evaluate(
        "axe.run('main').then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))",
      );
      expect(found).toEqual([]);
      expect(await evaluate(`root.querySelector('.editor').dir`)).toBe(
        look.lang === 'ar' ? 'rtl' : 'ltr',
      );
      const overflow = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;
      expect(await evaluate(overflow)).toBeLessThanOrEqual(0);
      await page.close();
    },
  );
}
