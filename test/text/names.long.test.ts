import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { NAMES } from './names.ts';

/*
 * Names of people all over the world, in every text of the bundled templates: none lacks a glyph,
 * none is larger than its box.
 */
const DIST = fileURLToPath(new URL('../../templates/dist/', import.meta.url));

let folder: string;
let service: SharedService;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-names-'));
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  await removeFolder(folder);
});

test('there are many names, each in its script and language', () => {
  expect(NAMES.length).toBeGreaterThan(220);
  expect(new Set(NAMES.map(({ name }) => name)).size).toBe(NAMES.length);
  expect(new Set(NAMES.map(({ script }) => script)).size).toBeGreaterThan(60);
  for (const { name, script, language } of NAMES) {
    expect(Intl.getCanonicalLocales(language)).toEqual([language]);
    expect(name).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    const common = '\\p{Script=Common}\\p{Script=Inherited}';
    expect(name).toMatch(new RegExp(`^[\\p{Script_Extensions=${script}}${common}]+$`, 'u'));
  }
});

/** Prices and a badge, which never contain a name. */
const NOT_FOR_NAMES = new Set(['t_03', 'discount', 'price']);

type Fit = { overflow: boolean; missing_glyphs: string[] };

test.each(['skin-company', 'birthday', 'story-sale'])('%s', async (name) => {
  const version = await client.addTemplate(`${DIST}${name}.lottie`);
  const texts = Object.entries(version['editables'] as Record<string, Json>)
    .filter(([key, { input_type }]) => input_type === 'text' && !NOT_FOR_NAMES.has(key))
    .map(([key]) => key);
  expect(texts.length).toBeGreaterThan(2);
  for (const { name: text, script } of NAMES) {
    const resources = Object.fromEntries(texts.map((key) => [key, { source: { text } }]));
    const { status, body } = await client.send('POST', '/v2/mappings/validate', {
      mapping: { template_style_version_id: version['id'], resources, missing: 'example' },
    });
    if (status !== 200) throw new Error(`${text}: ${JSON.stringify(body)}`);
    const { valid, errors, fit } = body;
    // Names of every script borrow letters from fallback fonts.
    const warnings = (body['warnings'] as Json[]).filter(({ code }) => code !== 'font_fallback');
    const fits = texts.map((key) => (fit as Record<string, Fit>)[key]);
    expect
      .soft(
        {
          status,
          valid,
          errors,
          warnings,
          overflow: fits.map((f) => f?.overflow),
          missing: fits.flatMap((f) => f?.missing_glyphs),
        },
        `${text} (${script})`,
      )
      .toEqual({
        status: 200,
        valid: true,
        errors: [],
        warnings: [],
        overflow: texts.map(() => false),
        missing: [],
      });
  }
});
