import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workbookOf, zipOf } from '../../src/rows/xlsx/workbook.fixture.ts';
import type { TestPage } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { click, expectNoProblems, fill, press, propertyOf, says, shown } from './studio-page.ts';
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
      // The cells of the column name images.
      expect(await propertyOf(page, '#column-2')).toBe('(Footage)/USER/logo_01.png');
      await choose(page, '#column-1', 'c_01');
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
      await row.type('99');
      await says(page, `The table has ${rowCount} rows.`);
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await choose(page, 'studio-batch-output #format', 'gif');
      await choose(page, '#render', 'preview');
      await expectNoProblems(page, 'new batch with photos');
      await shown(page, '#title');
      await fill(page, '#title', 'Guests of summer');
      // Another page, and then a reload: all of it is there again.
      await click(page, 'a.back-link');
      await shown(page, 'studio-batches-page');
      await page.goBack();
      await says(page, 'Your table and choices from last time are back.');
      await page.reload();
      await says(page, `${rowCount} files matched`);
      expect(await propertyOf(page, '#column-1')).toBe('c_01');
      expect(await propertyOf(page, 'studio-batch-output #format')).toBe('gif');
      expect(await propertyOf(page, '#title')).toBe('Guests of summer');
      await expectNoProblems(page, 'new batch that was kept');
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
      // Files may come before the table.
      await chooseFile(
        page,
        'studio-media-section input[type=file]',
        join(world.folder, 'last.zip'),
      );
      await says(page, '1 file is here');
      await paste(page, 't_01\tTitle\nSmith, Ana\tFirst\nBen\tSecond');
      await says(page, '2 rows in Pasted table.tsv');
      await says(page, 'Smith, Ana');
      await says(page, 'No column names these files yet.');
      await choose(page, '#column-0', '');
      await says(page, 'all videos would be the same');
      await press(page, 't 01: give it one value for all rows');
      await shown(page, 'studio-all-rows textarea');
      await click(page, '.page-head .actions button');
      await says(page, 'Drop an Excel or CSV file');
      await paste(page, 't_01\tTitle\nSmith, Ana\tFirst\nBen\tSecond');
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

/** Pastes cells that were copied in a spreadsheet. */
async function paste(page: TestPage, cells: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(cells)});
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  })()`);
}
