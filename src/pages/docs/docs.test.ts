import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryApi } from '../../api/api.fixture.ts';
import { readGuides } from './guides.ts';
import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';

const OPEN = { authorization: '' };

/** Returns the values of an attribute in a page. */
const valuesOf = (page: string, name: string) =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);

test('every link of every page leads to a page and an anchor that exist', async () => {
  await using t = await temporaryApi();
  const guides = await readGuides();
  expect(guides.length).toBeGreaterThan(10);
  const pages = new Map<string, Set<string>>();
  const links = new Map<string, string>();
  const visit = async (path: string) => {
    const { status, text, headers } = await t.send('GET', path, undefined, OPEN);
    expect({ path, status }).toEqual({ path, status: 200 });
    pages.set(path, new Set(valuesOf(text, 'id')));
    if (!/html/.test(String(headers['content-type']))) return;
    for (const link of [...valuesOf(text, 'href'), ...valuesOf(text, 'src')])
      if (!/^(?:https?|data|mailto):/.test(link))
        links.set(link.startsWith('#') ? path + link : link, path);
  };
  for (const path of ['/docs', ...guides.map(({ name }) => `/docs/${name}`)]) await visit(path);
  for (const link of links.keys()) {
    const [path = ''] = link.split('#');
    if (!pages.has(path)) await visit(path);
  }
  const broken = [...links].filter(([link]) => {
    const [path = '', anchor] = link.split('#');
    return anchor !== undefined && !pages.get(path)?.has(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
});

test('the reference shows every operation, event and schema of the document', async () => {
  await using t = await temporaryApi();
  const { paths, webhooks, components } = (await t.send('GET', '/openapi.json')).json;
  const page = (await t.send('GET', '/docs', undefined, OPEN)).text;
  const ids = new Set(valuesOf(page, 'id'));
  for (const item of Object.values<Record<string, { operationId: string }>>(paths))
    for (const { operationId } of Object.values(item)) expect(ids).toContain(operationId);
  for (const type of Object.keys(webhooks))
    expect(ids).toContain(`event-${type.replaceAll(/[._]/g, '-')}`);
  for (const name of Object.keys(components.schemas))
    expect(ids).toContain(`schema-${name.toLowerCase()}`);
  const markdown = (await t.send('GET', '/docs/reference.md', undefined, OPEN)).text;
  for (const [path, item] of Object.entries<Record<string, unknown>>(paths))
    for (const method of Object.keys(item))
      expect(markdown).toContain(`\n\`${method.toUpperCase()} ${path}\``);
  for (const type of Object.keys(webhooks)) expect(markdown).toContain(`\n### \`${type}\`\n`);
  for (const name of Object.keys(components.schemas)) expect(markdown).toContain(`\n### ${name}\n`);
  const llms = (await t.send('GET', '/llms.txt', undefined, OPEN)).text;
  expect(llms).toContain('](http://framepress.test/docs/reference.md)');
});

describe('pages', () => {
  test('are sent with a strict policy, compressed, and not again while they are unchanged', async () => {
    await using t = await temporaryApi();
    const zipped = { 'accept-encoding': 'gzip' };
    const { headers, status } = await t.send('GET', '/docs/sessions', undefined, OPEN);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const etag = String(headers['etag']);
    const unchanged = await t.send('GET', '/docs/sessions', undefined, { 'if-none-match': etag });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    const answer = await t.app.inject({ method: 'GET', url: '/docs', headers: zipped });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const plain = await t.send('GET', '/docs', undefined, OPEN);
    expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.text);
    expect(answer.rawPayload.length).toBeLessThan(100_000);
  });

  test('exist as Markdown, whose links lead to Markdown and images', async () => {
    await using t = await temporaryApi();
    const { text, headers } = await t.send('GET', '/docs/overview.md', undefined, OPEN);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).toContain('](sessions.md)');
    expect(text).toContain('](images/birthday.webp)');
    expect(text).not.toContain('](docs/');
    expect(text).not.toContain('CONTRIBUTING.md)');
  });

  test('have the address of this service in their samples', async () => {
    await using t = await temporaryApi();
    const { text } = await t.send('GET', '/docs/overview', undefined, OPEN);
    expect(text).toContain('URL=http://framepress.test;');
    const reference = (await t.send('GET', '/docs', undefined, OPEN)).text;
    expect(reference).toContain('curl http://framepress.test/v2/render_sessions');
    const url = await t.listen();
    expect((await t.send('GET', '/docs/overview', undefined, OPEN)).text).toContain(`URL=${url};`);
  });

  test.each(['/docs/none', '/docs/none.md', '/docs/images/none.png', '/docs/../package.json'])(
    'that do not exist are answered 404: %s',
    async (path) => {
      await using t = await temporaryApi();
      const { status, json } = await t.send('GET', path, undefined, OPEN);
      expect(status).toBe(404);
      expect(json.code).toBe('not_found');
    },
  );

  test.each([
    '/docs/decisions/0001-editables-become-slots',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/assets/..%2fsite.ts',
    '/docs/images/..%2f..%2fREADME.md',
    '/docs/__proto__',
    '/docs/assets/constructor',
  ])('outside the documentation are not served: %s', async (path) => {
    await using t = await temporaryApi();
    expect((await t.send('GET', path, undefined, OPEN)).status).toBe(404);
  });
});

test('/llms.txt lists every guide as Markdown, and /llms-full.txt contains them', async () => {
  await using t = await temporaryApi();
  const list = (await t.send('GET', '/llms.txt', undefined, OPEN)).text;
  expect(list).toMatch(/^# Framepress\n\n> \S.+\n\n## Start\n\n- \[Overview\]\(http/);
  const full = (await t.send('GET', '/llms-full.txt', undefined, OPEN)).text;
  for (const { name, markdown } of await readGuides()) {
    const address = `http://framepress.test/docs/${name}.md`;
    expect(list).toContain(`](${address}): `);
    expect(full).toContain(`<!-- ${address} -->`);
    expect(full).toContain(markdown.split('\n')[0]);
  }
  const [, url = ''] = /\((http[^)]+sessions\.md)\)/.exec(list) ?? [];
  const page = await t.send('GET', new URL(url).pathname, undefined, OPEN);
  expect(page.status).toBe(200);
});

describe('Markdown', () => {
  test('shows HTML as text', () => {
    const { html: page } = renderMarkdown('<script>alert(1)</script> and `<b>`\n\n```sh\n<i>\n```');
    expect(page.text).not.toMatch(/<(?:script|b|i)>/);
  });

  test('gives headings the anchors that links of the guides use', () => {
    const { headings } = renderMarkdown('# One\n\n## Rows & `POST /x`\n\n## Two\n\n## Two\n');
    expect(headings.map(({ anchor }) => anchor)).toEqual(['one', 'rows--post-x', 'two', 'two-1']);
  });

  test('does not run javascript: links', () => {
    expect(renderMarkdown('[x](javascript:alert(1))').html.text).not.toContain('href');
  });
});

test('values in HTML are escaped', () => {
  const value = '<"&\'>';
  expect(html`<a href="${value}">${[value, html`<b>${1}</b>`]}</a>${false}`.text).toBe(
    '<a href="&lt;&quot;&amp;&#39;&gt;">&lt;&quot;&amp;&#39;&gt;<b>1</b></a>',
  );
});

test('the published package contains the pages and their assets', () => {
  const { files, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(files).toEqual(expect.arrayContaining(['dist', 'docs', 'README.md']));
  expect(scripts.build).toContain('npm run programs');
  // Set-up has built the programs.
  expect(readdirSync('dist/programs/assets')).toEqual(readdirSync('src/pages/docs/assets'));
});
