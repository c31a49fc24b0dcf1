import { expect, test } from 'vitest';
import { type RepositoryFile, repositoryFiles } from './repository.ts';

/** Words that have a better one in the glossary; a part of an identifier counts as a word. */
const REPLACED: Record<string, string> = {
  film: 'video',
  films: 'videos',
  picture: 'image',
  pictures: 'images',
  sound: 'audio',
  sounds: 'audio',
  pin: 'ingest',
  pins: 'ingests',
  pinned: 'ingested',
  pinning: 'ingesting',
  workshop: 'JobContext',
  proof: 'preview',
  proofs: 'previews',
  courier: 'delivery context',
  shipment: 'object upload',
  hurry: 'retry now',
  lane: 'queue or endpoint dispatcher',
  lanes: 'queues or endpoint dispatchers',
  sweep: 'cleanup',
  sweeps: 'cleanups',
  shoot: 'decode',
  laid: 'text layout',
  wish: 'request or options',
  wishes: 'requests or options',
  tell: 'report',
  tells: 'reports',
  told: 'reported',
  retired: 'marked for deletion',
  likeness: 'similarity',
  thing: 'its name',
  things: 'their names',
  matter: 'its name',
  matters: 'its name',
  way: 'its name',
  ways: 'their names',
};
const REPLACED_TOKENS: [RegExp, string][] = [
  [/^MOST_|^most[A-Z]/, 'MAX_ or max'],
  [/^LEAST_|^least[A-Z]/, 'MIN_ or min'],
  [/^\w+_box$/, 'encrypted_…'],
];
/** Exact texts that may stay, in all files or in those that match the path. */
const ALLOWED: { text: string; path?: RegExp }[] = [
  // Public codes do not change.
  { text: 'sound_silent' },
  { text: '(sound|audio)', path: /studio\/src\/template\/report\.ts$/ },
  { text: 'sound_speed' },
  { text: 'sound_time_remap' },
  { text: 'sound_too_many' },
  { text: 'sound_too_short' },
  { text: 'text_without_box' },
  // Terms: text layout, After Effects' Corner Pin, OpenType's sweep gradient, a WebAssembly intrinsic.
  { text: 'laid out' },
  { text: 'Corner Pin', path: /^src\/lottie\/normalise\/differences\/effect\.ts$/ },
  { text: 'sweep gradient', path: /^src\/text\/font\/color-table\.ts$/ },
  { text: 'wasm_v128_store64_lane', path: /^src\/raster\/rgba-to-yuv\.c$/ },
  // Sample texts of templates.
  { text: 'warmest wishes', path: /^scripts\/contact-sheets\// },
  { text: 'every little thing', path: /^templates\/story-sale\// },
  // Another asset id would change the digests of segments; another handler name, the bytes of videos.
  { text: 'film:', path: /^src\/compose\/videos\.ts$/ },
  { text: "'sound\\0'", path: /^src\/mux\/audio-fragments\.ts$/ },
  // The folder `previews` of older versions.
  { text: "'proofs'", path: /^src\/service\/start-worker\.ts$/ },
  { text: '"proofs/', path: /^test\/upgrade\/old-folder\.json$/ },
];
/**
 * Statements of released migrations never change, and their tests read older tables. Other languages have
 * words that look like English ones.
 */
const EXEMPT = [
  /^packages\/(editor|studio)\/src\/([\w-]+\/)?strings\/(README\.md|(ar|de|es|fr|hi|ja|pt)\.json)$/,
  /^src\/database\/migrations\//,
  /^src\/database\/upgrade\.test\.ts$/,
  /^test\/repository\/words\.test\.ts$/,
];

test('identifiers, file names and sentences use the words of the glossary', () => {
  const found = repositoryFiles()
    .filter(({ path }) => !EXEMPT.some((exempt) => exempt.test(path)))
    .flatMap(findings);
  expect(found.slice(0, 40), `${found.length} words to replace`).toEqual([]);
});

function findings({ path, text }: RepositoryFile): string[] {
  const inPath = replacementsIn(path).map((finding) => `${path}: ${finding}`);
  const inText = text
    .split('\n')
    .flatMap((line, index) =>
      replacementsIn(withoutAllowed(path, line)).map(
        (finding) => `${path}:${index + 1}: ${finding}`,
      ),
    );
  return [...inPath, ...inText];
}

function withoutAllowed(path: string, line: string): string {
  return ALLOWED.filter((allowed) => allowed.path?.test(path) ?? true).reduce(
    (rest, { text }) => rest.replaceAll(text, ''),
    line,
  );
}

function replacementsIn(line: string): string[] {
  return [...line.matchAll(/[A-Za-z_$][\w$]*/g)].flatMap(([token]) => {
    const pattern = REPLACED_TOKENS.find(([expression]) => expression.test(token));
    if (pattern) return [`${token} (use ${pattern[1]})`];
    return wordsOf(token)
      .filter((word) => Object.hasOwn(REPLACED, word))
      .map((word) => `${token} (use ${REPLACED[word]})`);
  });
}

/** Splits `soundFiles`, `sound_files` and `SOUND_FILES` into `sound` and `files`. */
function wordsOf(token: string): string[] {
  return token
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_$]+/);
}
