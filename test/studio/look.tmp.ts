import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { openBrowser } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { makeClient, startService } from '../support/service.ts';
import { click, shown, signedIn } from './studio-page.ts';

const OUT = '/tmp/fp/tmp-w-lang1/shots';
const folder = await mkdtemp('/tmp/fp/tmp-w-lang1/data-');
const dataDir = join(folder, 'data');
await using service = await startService(dataDir);
const client = await new Client(service.url).login(await makeClient(dataDir));
const version = await client.addTemplate(await writePackage(join(folder, 's.zip'), smallLottie(60)));
const versionId = String(version['id']);
const mapping = { template_style_version_id: versionId, missing: 'example', resources: {} };
const { body } = await client.send('POST', '/v2/render_sessions', { title: 'Für Ana', mapping });
const session = (body['render_session'] as { id: string }).id;
await client.send('POST', '/v2/webhook_endpoints', { url: 'https://example.com/hook' });
console.log('ready', version);
const template = String(version['template_id']);
const only = process.argv.slice(2);
for (const lang of ['de', 'fr']) {
  await using browser = await openBrowser('chromium', { lang });
  for (const width of [390, 1280]) {
    const page = await signedIn(browser, { dataDir, url: service.url }, { width });
    const look = async (name: string, full = true) => {
      await new Promise((r) => setTimeout(r, 1200));
      const found = await page.evaluate(() => {
        const out: string[] = [];
        const d = (globalThis as any).document;
        const w = d.documentElement.clientWidth;
        if (d.documentElement.scrollWidth > w) out.push('PAGE ' + d.documentElement.scrollWidth);
        const walk = (n: any) => {
          for (const e of n.children ?? []) {
            const r = e.getBoundingClientRect();
            const own = [...e.childNodes].some((c: any) => c.nodeType === 3 && c.textContent.trim());
            if (own && r.width > 0) {
              if (r.right > w + 1 || r.left < -1) out.push('OUT ' + e.localName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 50) + ' ' + Math.round(r.left) + '-' + Math.round(r.right));
              if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && e.localName !== 'pre' && e.localName !== 'select') out.push('CUT ' + e.localName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 50) + ' ' + e.scrollWidth + '>' + e.clientWidth);
            }
            if (e.localName === 'button' && r.height > 56 && own) out.push('TALL ' + e.textContent.trim().slice(0, 50) + ' ' + r.height);
            if (e.shadowRoot) walk(e.shadowRoot);
            walk(e);
          }
        };
        walk(d.body);
        return [...new Set(out)];
      });
      console.log(lang, width, name, page.problems.splice(0), found);
      await page.screenshot({ path: `${OUT}/${name}-${width}-${lang}.png`, fullPage: full });
    };
    const paths: Record<string, string> = {
      templates: '/templates', template: `/templates/${template}`, fill: `/fill/${session}`, renders: '/renders',
      render: `/renders/${session}`, batches: '/batches', newbatch: '/batches/new', clients: '/settings/clients',
      destinations: '/settings/destinations', webhooks: '/settings/webhooks', usage: '/settings/usage', account: '/settings/account',
    };
    for (const [name, path] of Object.entries(paths)) {
      if (only.length && !only.includes(name)) continue;
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      try {
        if (name === 'fill') await shown(page, 'framepress-text-field textarea').catch(() => shown(page, 'framepress-text-field input'));
        await look(name);
      } catch (error) { console.log(lang, width, name, String(error)); }
    }
    if (!only.length || only.includes('menu')) {
      await page.evaluate("location.hash = '/templates'");
      await click(page, '.person .opener'); await look('menu', false);
      await click(page, '[data-id=es]'); await look('spanish', false);
      console.log(await page.evaluate('[document.documentElement.lang, document.documentElement.dir, document.title].join()'));
      await click(page, '.person .opener'); await click(page, '[data-id=ar]'); await look('arabic', false);
      console.log(await page.evaluate('[document.documentElement.lang, document.documentElement.dir, document.title].join()'));
      await click(page, '.person .opener'); await click(page, `[data-id=${lang}]`);
      await click(page, '.person .opener'); await click(page, '[data-id=sign-out]'); await shown(page, '#secret'); await look('signin');
    }
    await page.close();
  }
}
