import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CASES } from '../scripts/contact-sheets/cases.ts';
import { parsed } from '../src/mapping/mapping.fixture.ts';
import { produce } from '../src/produce/index.ts';
import type { Template } from '../src/template/index.ts';

/** A template shows the texts of these contact sheets, by default of all. */
export async function expectNoWarnings(
  template: Template,
  folder: string,
  names: readonly string[] = Object.keys(CASES),
): Promise<void> {
  for (const name of names) {
    const resources = Object.fromEntries(
      Object.entries(CASES[name]?.texts ?? {})
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
}
