/** Whether the navigation shows only icons, as a person has chosen in this browser. */

/** Pages that need the whole window have a choice of their own. */
type Kind = 'normal' | 'full';

const KEYS: Record<Kind, string> = {
  normal: 'framepress-navigation',
  full: 'framepress-navigation-full',
};

/** Without a choice it is folded beside pages that need the room, and in a narrow window. */
export function isFoldedAtStart(kind: Kind): boolean {
  const choice = read(kind);
  if (choice === 'folded' || choice === 'open') return choice === 'folded';
  return kind === 'full' || innerWidth < 1080;
}

/** Keeps the choice. Without storage it is kept until the page is left. */
export function storeFold(kind: Kind, isFolded: boolean): void {
  try {
    localStorage.setItem(KEYS[kind], isFolded ? 'folded' : 'open');
  } catch {
    // The browser allows no storage.
  }
}

function read(kind: Kind): string | null {
  try {
    return localStorage.getItem(KEYS[kind]);
  } catch {
    return null;
  }
}
