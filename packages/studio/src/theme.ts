export type Theme = 'auto' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const KEY = 'framepress-theme';

/** The theme that this browser remembers. */
export function storedTheme(): Theme {
  try {
    const storedText = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === storedText) ?? 'auto';
  } catch {
    // Storage may be forbidden.
    return 'auto';
  }
}

/** Applies the theme and keeps it for the next visit, if the browser permits it. */
export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The theme then lasts until the page is closed.
  }
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}
