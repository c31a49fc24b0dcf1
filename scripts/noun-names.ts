import type { Rule } from 'eslint';

/** Words that do not say what a variable holds. `left` is also a side, and `read` is also a verb. */
const WORDS = new Set([
  ...['after', 'again', 'all', 'asked', 'before', 'brought', 'done', 'drawn', 'found', 'given'],
  ...['gone', 'held', 'kept', 'known', 'made', 'moved', 'needed', 'now', 'one', 'own', 'rest'],
  ...['said', 'seen', 'shown', 'some', 'stand', 'stored', 'taken', 'unheard', 'unsolved'],
  ...['untried', 'used', 'wanted', 'whole'],
]);

/** An ESLint rule: the name of a variable, parameter or function is more than a participle or an adverb. */
export const nounNames: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    messages: {
      noun: 'Use a noun for what "{{name}}" holds (foundEditables), is, has or can for a boolean, or a verb for a function.',
    },
  },
  create: ({ sourceCode, report }) => ({
    'Program:exit'() {
      const variables = sourceCode.scopeManager.scopes.flatMap(({ variables }) => variables);
      for (const { name, defs } of variables) {
        const [definition] = defs;
        if (WORDS.has(name) && definition && definition.type !== 'ImportBinding')
          report({ node: definition.name, messageId: 'noun', data: { name } });
      }
    },
  }),
};
