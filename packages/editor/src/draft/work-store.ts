import type { KeptWork, WorkStore } from './autosave.ts';

/**
 * Keeps unsaved work in a storage of the browser, under the id of its session. Storages may be full
 * or forbidden: the work is then only in the page.
 */
export function workStore(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  sessionId: string,
): WorkStore {
  const key = `framepress-editor:${sessionId}`;
  const attempt = <T>(act: (storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => T) => {
    try {
      return act(storage());
    } catch {
      return undefined;
    }
  };
  return {
    read: () =>
      attempt((storageArea) => {
        const work = JSON.parse(storageArea.getItem(key) ?? 'null') as Partial<KeptWork> | null;
        const isWork =
          Number.isInteger(work?.revision) &&
          typeof work?.mapping?.template_style_version_id === 'string' &&
          typeof work.mapping.resources === 'object';
        if (!isWork) return undefined;
        const { base, ...others } = work as KeptWork;
        // Pages of earlier versions did not keep it.
        const isBase = typeof base?.resources === 'object' && base.resources !== null;
        return isBase ? { ...others, base } : others;
      }),
    write: (work) =>
      attempt((storageArea) => {
        if (work) storageArea.setItem(key, JSON.stringify(work));
        else storageArea.removeItem(key);
      }),
  };
}
