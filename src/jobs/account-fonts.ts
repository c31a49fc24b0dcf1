import { systemClock } from '../base/index.ts';
import { pinFont } from '../media/index.ts';
import type { Pinned } from '../produce/index.ts';
import type { Template } from '../template/index.ts';
import type { Workshop } from './workshop.ts';

/**
 * Fonts that the account has uploaded and that bear the name of one which the template asks for and
 * does not bring. They are inputs like the mapping's own files: pinned, told, part of what decides
 * over the pixels. One that is used lives on for as long as a new upload would.
 */
export async function pinAccountFonts(
  template: Pick<Template, 'lottie' | 'fonts' | 'fontNames'>,
  accountId: string,
  { db, store, uploadTtlSeconds }: Pick<Workshop, 'db' | 'store' | 'uploadTtlSeconds'>,
  folder: string,
): Promise<Pinned> {
  const brought = new Set(template.fonts.map(({ name }) => name));
  const missing = template.fontNames.filter((name) => !brought.has(name));
  if (missing.length === 0) return {};
  const entries = (template.lottie.fonts?.list ?? []).filter((font) =>
    missing.includes(font.fName),
  );
  const wanted = [...missing, ...entries.map((font) => font.fFamily)];
  const pinned: Pinned = {};
  for (const { id, storageKey } of await db.uploads.fontsNamed(accountId, wanted)) {
    if (!(await store.stat(storageKey))) continue;
    await db.uploads.keepUntil(id, systemClock.nowMs() + uploadTtlSeconds * 1000);
    const file = await pinFont({ dir: folder, path: await store.localPath(storageKey) });
    pinned[`/account_fonts/${id}`] = {
      kind: 'font',
      fonts: [],
      source: { upload_id: id },
      ...file,
    };
  }
  return pinned;
}
