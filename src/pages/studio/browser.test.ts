import { expect, test } from 'vitest';
import { startChromium } from '../../../test/support/chromium.ts';
import { openOriginPage } from '../../../test/support/origin-page.ts';
import { temporaryApi } from '../../api/api.fixture.ts';

const JSON_HEADERS = "'content-type': 'application/json'";

test('a page of the studio has the rights of the person, and a page beside it has none', async () => {
  await using t = await temporaryApi();
  const url = await t.listen();
  const code = await t.db.studioSessions.addCode('acc_default', 'admin');
  const browser = await startChromium();
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/studio/`);
    const signIn = `fetch('/studio/session', {
      method: 'POST', headers: { ${JSON_HEADERS} }, body: '${JSON.stringify({ code })}'
    }).then((answer) => answer.json())`;
    const { csrf, person } = await page.evaluate<{ csrf: string; person: object }>(signIn);
    expect(person).toMatchObject({ role: 'admin' });
    expect(await page.evaluate('document.cookie')).toBe('');
    const add = `fetch('/v2/clients', {
      method: 'POST', headers: { ${JSON_HEADERS}, 'x-framepress-csrf': '${csrf}' },
      body: '{"name":"own"}'
    }).then((answer) => answer.status)`;
    expect(await page.evaluate(add)).toBe(201);

    // Another port of the same host gets the cookie, but is another origin.
    await using beside = await openOriginPage();
    const other = await context.newPage();
    await other.goto(beside.origin);
    const refused = `Promise.all(['GET', 'POST'].map((method) => fetch('${url}/v2/clients', {
      method, credentials: 'include', ...(method === 'POST' && { body: '{"name":"stolen"}' })
    }).then(() => 'answered', () => 'refused')))`;
    expect(await other.evaluate(refused)).toEqual(['refused', 'refused']);
    const submitted = other.waitForResponse((answer) => answer.request().method() === 'POST');
    await other.evaluate(`{
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'text/plain';
      form.action = '${url}/v2/clients';
      document.body.append(form);
      form.submit();
    }`);
    expect([401, 415]).toContain((await submitted).status());
    await other.waitForURL(`${url}/v2/clients`);
    await other.goto(`${beside.origin}/`);
    await other.evaluate(`{
      const frame = document.createElement('iframe');
      frame.src = '${url}/studio/';
      document.body.append(frame);
      new Promise((resolve) => frame.addEventListener('load', resolve));
    }`);
    const names = (await t.db.clients.list()).map(({ name }) => name);
    expect(names).toContain('own');
    expect(names).not.toContain('stolen');
    const [frame] = other.frames().slice(1);
    expect(await frame?.evaluate('document.title').catch(() => 'blocked')).not.toBe('Framepress');

    const out = `fetch('/studio/session', {
      method: 'DELETE', headers: { 'x-framepress-csrf': '${csrf}' }
    }).then((answer) => answer.status)`;
    expect(await page.evaluate(out)).toBe(204);
    const status = "fetch('/studio/session').then((answer) => answer.status)";
    expect(await page.evaluate(status)).toBe(401);
  } finally {
    await browser.close();
  }
});
