import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CASES } from '../scripts/contact-sheets/cases.ts';
import { parsed } from '../src/mapping/mapping.fixture.ts';
import { produce } from '../src/produce/index.ts';
import type { Template } from '../src/template/index.ts';
import { pack } from './build.ts';
import type { TemplateSource } from './builder/index.ts';

/** The bytes of a package depend only on its sources. Returns the path of one. */
export async function expectSameBytes(source: TemplateSource, folder: string): Promise<string> {
  const paths = [join(folder, 'a.lottie'), join(folder, 'b.lottie')] as const;
  for (const path of paths) await pack(source, path);
  const [a, b] = await Promise.all([readFile(paths[0]), readFile(paths[1])]);
  expect(a.equals(b)).toBe(true);
  return paths[0];
}

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
