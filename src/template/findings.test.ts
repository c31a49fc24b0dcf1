import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { adviceFor, hasAdvice } from './advice.ts';
import { fairly, groupFindings } from './findings.ts';

/** Warnings of a session or of a batch, which depend on the mapping or on the rows. */
const OF_A_SESSION = new Set([
  ...['blank_rows', 'charset_guessed', 'sheet_chosen', 'hidden_rows', 'hidden_columns'],
  ...['text_overflow', 'word_broken', 'glyph_missing', 'font_fallback', 'editable_ignored'],
  ...['option_unused', 'asset_corrupt', 'asset_not_media', 'asset_too_large'],
  ...['expression_failed', 'control_limited', 'speech_shortened', 'speech_draft'],
]);

const entry = (code: string, message: string, layer_path: string | null) => ({
  code,
  message,
  layer_path,
  hint: null,
});

test('177 equal warnings are one finding with a count and the first layers', () => {
  const equal = Array.from({ length: 177 }, (_, i) =>
    entry('effect_unsupported', `The effect "Glow ${i}" (ADBE Glo2) is not drawn.`, `layer ${i}`),
  );
  const other = entry('effect_unsupported', 'The effect "Glow" (ADBE Other) is not drawn.', 'last');
  const findings = groupFindings([...equal, other]);
  expect(findings.map(({ count }) => count)).toEqual([177, 1]);
  expect(findings[0]).toMatchObject({
    message: 'The effect "Glow 0" (ADBE Glo2) is not drawn.',
    viewer: expect.stringContaining('without this effect'),
    remedies: { figma: expect.any(String) },
  });
  expect(findings[0]?.layer_paths).toHaveLength(10);
});

test('a layer with several equal warnings is listed once, and entries without a layer are counted', () => {
  const findings = groupFindings([
    entry('font_missing', 'The font "A" is not in the package.', null),
    entry('font_missing', 'The font "B \\" C" is not in the package.', null),
    entry('shape_unsupported', 'Zig-zag is not drawn.', 'a'),
    entry('shape_unsupported', 'Zig-zag is not drawn.', 'a'),
  ]);
  expect(findings.map((f) => [f.count, f.layer_paths])).toEqual([
    [2, []],
    [2, ['a']],
  ]);
});

test('a quote without an end takes the rest of a message, which is read once', () => {
  const quotes = '\\"'.repeat(100_000);
  const messages = [`An effect (${quotes}) differs.`, `An effect (\\"other) differs.`];
  const groups = groupFindings(
    messages.map((message) => entry('effect_unsupported', message, null)),
  );
  expect(groups.map(({ count }) => count)).toEqual([2]);
});

test('a limit keeps the first entries of each kind, in their order', () => {
  const many = Array.from({ length: 300 }, (_, i) =>
    entry('effect_unsupported', `The effect "Glow ${i}" is not drawn.`, `layer ${i}`),
  );
  const allEntries = [...many, entry('font_missing', 'The font "A" is not in the package.', null)];
  const keptEntries = fairly(allEntries, 200);
  expect(keptEntries).toHaveLength(200);
  expect(keptEntries.map(({ code }) => code)).toEqual([
    ...Array.from({ length: 199 }, () => 'effect_unsupported'),
    'font_missing',
  ]);
  expect(keptEntries[198]?.layer_path).toBe('layer 198');
  expect(fairly(allEntries, 400)).toEqual(allEntries);
});

test('a code without advice, also a name of Object, gets general advice', () => {
  for (const code of ['constructor', '__proto__', 'unknown_code']) {
    expect(hasAdvice(code)).toBe(false);
    expect(adviceFor(code).viewer).toContain('may look different');
  }
});

test('each warning of an import that the documentation lists has advice', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = page.slice(page.indexOf('A warning does not stop a render')).split('\n');
  const codes = rows
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => (row.split('|')[1] ?? '').match(/[a-z]+(?:_[a-z]+)+/g) ?? []);
  expect(codes).toContain('no_editables');
  const lacking = codes.filter((code) => !hasAdvice(code) && !OF_A_SESSION.has(code));
  expect(lacking).toEqual([]);
});
