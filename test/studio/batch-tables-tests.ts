import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workbookOf, zipOf } from '../../src/rows/xlsx/workbook.fixture.ts';
import type { TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { click, expectNoProblems, propertyOf, says, shown } from './studio-page.ts';
import { arrives, chooseFile, openStudioWorld, type StudioWorld, snap } from './studio-world.ts';

const COLORS = ['0a7b83', 'a03060', '1a4fd6', 'b45309', '2f855a'];

/** From a workbook and a ZIP of photos to videos, in the studio. */
export function testBatchTables(rowCount: number): void {
  describe(`a workbook with ${rowCount} rows and photos in a ZIP`, () => {
    let world: StudioWorld;
    let version: string;

    beforeAll(async () => {
      world = await openStudioWorld();
      const client = await world.client();
      const path = await writePackage(join(world.folder, 'card.zip'), smallLottie(6));
      version = String((await client.addTemplate(path, { name: 'Card' }))['id']);
    });

    afterAll(() => world?.[Symbol.asyncDispose]());

    test('becomes videos, and what is missing is said before', async () => {
      const numbers = Array.from({ length: rowCount }, (_, index) => index + 1);
      const guests = numbers.map((number) => [
        `Guest ${number}`,
        COLORS[number % COLORS.length] ?? '',
        `Fotos\\GAST ${number}.JPG`,
        `Card of ${number}`,
      ]);
      const workbook = join(world.folder, 'Guests 2026.xlsx');
      await writeFile(
        workbook,
        workbookOf({
          sheets: [
            { name: 'Notes', rows: [['nothing'], ['here']] },
            { name: 'Guests', rows: [['t_01', 'Line colour', 'Photo', 'Title'], ...guests] },
          ],
        }),
      );
      const photo = (color: string) =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="100" height="50" fill="#${color}"/></svg>`;
      const photosOf = (list: readonly number[]) =>
        zipOf(
          Object.fromEntries(list.map((number) => [`photos/gast_${number}.svg`, photo('d97706')])),
        );
      const [photos, lastPhoto] = [
        join(world.folder, 'photos.zip'),
        join(world.folder, 'last.zip'),
      ];
      await writeFile(photos, photosOf(numbers.slice(0, -1)));
      await writeFile(lastPhoto, photosOf(numbers.slice(-1)));
      const page = await world.signedIn(`/batches/new?version=${version}`);
      await chooseFile(page, 'studio-table-section input[type=file]', workbook);
      await choose(page, 'studio-table-section #sheet', 'Guests');
      await says(page, `${rowCount} rows in Guests 2026.xlsx`);
      await choose(page, '#column-1', 'c_01');
      await choose(page, '#column-2', '(Footage)/USER/logo_01.png');
      expect(await propertyOf(page, '#column-3')).toBe('title');
      await says(page, `${rowCount} cells have no file`);
      await chooseFile(page, 'studio-media-section input[type=file]', photos);
      await says(page, `${rowCount - 1} files matched`);
      await says(page, `Row ${rowCount}: Fotos\\GAST ${rowCount}.JPG`);
      await snap(page, 'new-batch-photos');
      await chooseFile(page, 'studio-media-section input[type=file]', lastPhoto);
      await says(page, `${rowCount} files matched`);
      const row = await shown(page, '#row');
      await row.focus();
      await row.type('9');
      await says(page, `The table has ${rowCount} rows.`);
      await page.keyboard.press('Backspace');
      await choose(page, 'studio-batch-output #format', 'gif');
      await choose(page, '#render', 'preview');
      await expectNoProblems(page, 'new batch with photos');
      await click(page, '.send button.primary');
      await arrives(page, /\/batches\/bat_/);
      await says(page, `Start ${rowCount} videos`);
      await shown(page, 'a[href*="/batches/new?from="]');
      await click(page, 'studio-batch-page .actions button.primary');
      await says(page, 'Complete');
      await shown(page, 'studio-row-sheet img.poster');
      await says(page, 'Card of 1');
      await snap(page, 'batch-with-posters');
      await expectNoProblems(page, 'complete batch with images');
      const client = await world.client();
      const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
      const { body } = await client.send('GET', `/v2/batches/${id}/rows?limit=100&values=true`);
      const rows = body['rows'] as Json[];
      expect(rows.map(({ state, title }) => [state, title])).toEqual(
        numbers.map((number) => ['rendered', `Card of ${number}`]),
      );
      const values = rows.map((each) => String((each['values'] as Json)['Photo']));
      expect(values.every((value) => value.startsWith('up_'))).toBe(true);
      expect(String(rows[0]?.['video_url'])).toContain('.gif');
    });

    test('the example table of a template fills it, and pasted cells do, too', async () => {
      const page = await world.signedIn(`/batches/new?version=${version}`);
      await shown(page, 'studio-table-section button');
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 't_01\\tTitle\\nSmith, Ana\\tFirst\\nBen\\tSecond');
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
      })()`);
      await says(page, '2 rows in Pasted table.tsv');
      await says(page, 'Smith, Ana');
      await choose(page, 'studio-all-rows select', 'c_01');
      await shown(page, 'studio-all-rows input[type=color]');
      await expectNoProblems(page, 'new batch of pasted cells');
      await page.evaluate(`(() => {
        const { createObjectURL } = URL;
        URL.createObjectURL = (blob) => {
          globalThis.example = blob.arrayBuffer();
          return createObjectURL(blob);
        };
      })()`);
      await click(page, 'studio-table-section button:last-child');
      const example = await page.evaluate(
        'example.then((bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))))',
      );
      const path = join(world.folder, 'example.xlsx');
      await writeFile(path, Buffer.from(String(example), 'base64'));
      await chooseFile(page, 'studio-table-section input[type=file]', path);
      await says(page, '1 row in example.xlsx');
      expect(await propertyOf(page, '#column-0')).not.toBe('');
      await click(page, '.send button.primary');
      await arrives(page, /\/batches\/bat_/);
    });
  });
}

/** Chooses an option of a select, by its value. */
async function choose(page: TestPage, selector: string, value: string): Promise<void> {
  const select = await shown(page, selector);
  await (select as unknown as { select(value: string): Promise<unknown> }).select(value);
}
