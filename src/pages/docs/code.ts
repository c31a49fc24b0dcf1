import { escapeHtml, Html } from './html.ts';

const JSON_TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

/** Returns a code block. JSON has colors for names, texts and other values. */
export function codeBlock(code: string, language: string): Html {
  const markup = language === 'json' ? highlightJson(code) : escapeHtml(code);
  return new Html(
    `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${markup}</code></pre>`,
  );
}

/**
 * Returns JSON as HTML, with a class for each name, text and other value. The whole text is
 * escaped.
 */
function highlightJson(code: string): string {
  let result = '';
  let end = 0;
  for (const match of code.matchAll(JSON_TOKEN)) {
    const [matched, text, colon] = match;
    const kind = text === undefined ? 'value' : colon === undefined ? 'text' : 'name';
    const token = text ?? matched;
    result += escapeHtml(code.slice(end, match.index));
    result += `<span class="${kind}">${escapeHtml(token)}</span>${colon ?? ''}`;
    end = match.index + matched.length;
  }
  return result + escapeHtml(code.slice(end));
}
