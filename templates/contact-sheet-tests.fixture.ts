import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CASES } from '../scripts/contact-sheets/cases.ts';
import { importTemplate, readPackageFile } from '../src/import/index.ts';
import { parsed } from '../src/mapping/mapping.fixture.ts';
import { produce } from '../src/produce/index.ts';
import { removeFolder } from '../test/support/folder.ts';
import type { Part } from '../test/support/parts.ts';
import { pack } from './build.ts';
import { TEMPLATES } from './index.ts';

/** The templates show the texts of the contact sheets without a warning. */
export function contactSheetTests(part: Part): void {
  test.each(TEMPLATES)(
    '$name shows its own words and all of the contact sheets’ without a warning',
    async (source) => {
      const folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
      try {
        const path = join(folder, 'template.lottie');
        await pack(source, path);
        const template = await importTemplate(await readPackageFile(path));
        for (const [name, { texts }] of part(Object.entries(CASES), 2)) {
          const resources = Object.fromEntries(
            Object.entries(texts)
              .filter(([key]) => Object.hasOwn(template.editables, key))
              .map(([key, text]) => [key, { source: { text } }]),
          );
          const work = join(folder, name);
          await mkdir(work);
          const mapping = parsed(template, { resources });
          const { warnings: all, fit } = await produce({ template, mapping, folder: work });
          // Arabic and Japanese letters come from fallback fonts.
          const warnings = all.filter(({ code }) => code !== 'font_fallback');
          const overflowing = Object.entries(fit).filter(([, f]) => 'overflow' in f && f.overflow);
          expect({ name, warnings, overflowing }).toEqual({ name, warnings: [], overflowing: [] });
        }
      } finally {
        await removeFolder(folder);
      }
    },
  );
}
