import { catalogueFaults } from '@framepress/editor/strings';
import ts from 'typescript';
import { expect, test } from 'vitest';
import ar from '../../packages/editor/src/messages/ar.json' with { type: 'json' };
import de from '../../packages/editor/src/messages/de.json' with { type: 'json' };
import es from '../../packages/editor/src/messages/es.json' with { type: 'json' };
import fr from '../../packages/editor/src/messages/fr.json' with { type: 'json' };
import hi from '../../packages/editor/src/messages/hi.json' with { type: 'json' };
import ja from '../../packages/editor/src/messages/ja.json' with { type: 'json' };
import pt from '../../packages/editor/src/messages/pt.json' with { type: 'json' };
import { MESSAGES } from '../../src/base/messages/index.ts';
import { repositoryFiles } from './repository.ts';

const PLACE = '\u0000';

/** Messages that are the same in another language: names, codes and units. */
const SHARED: readonly string[] = [
  'JSON',
  '{first}, {second}',
  ...['audio', 'color', 'image', 'menu'],
  'Use Animation > Keyframe Assistant > Convert Expression to Keyframes.',
];

test('each language has all messages of the service, with their places', () => {
  expect(catalogueFaults(MESSAGES, { de, es, fr, pt, ja, ar, hi }, SHARED)).toEqual([]);
});

test('the sources say each message of the catalogue with exactly its English words', () => {
  const spoken = new Set(
    repositoryFiles()
      .filter(({ path }) => /^src\/.*(?<!\.test|\.fixture)\.ts$/.test(path))
      .filter(({ path }) => !path.startsWith('src/base/messages/'))
      .flatMap(({ path, text }) => wordsIn(path, text)),
  );
  const unknown = Object.entries(MESSAGES).filter(
    ([, english]) =>
      !spoken.has(english) && !spoken.has(english.replaceAll(/"\{\w+\}"|\{\w+\}/g, PLACE)),
  );
  expect(Object.fromEntries(unknown)).toEqual({});
});

test('no two messages have the same English words', () => {
  const words = Object.values(MESSAGES).map((english) => english.replaceAll(/\{\w+\}/g, '{}'));
  expect(words.filter((text, at) => words.indexOf(text) !== at)).toEqual([]);
});

/** Returns the plain texts of a source, and its say`…` with a mark for each place. */
function wordsIn(path: string, text: string): string[] {
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) words.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => literal.text);
      words.push([node.head.text, ...spans].join(PLACE));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return words;
}
