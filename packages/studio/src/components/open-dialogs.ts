type Dialog = { say(words: string): void };

/** The open dialogs, the topmost last. Screen readers do not read what is outside of it. */
export const openDialogs: Dialog[] = [];

/** Has words read by a screen reader while a dialog is open. Returns whether one is open. */
export function sayInDialog(words: string): boolean {
  openDialogs.at(-1)?.say(words);
  return openDialogs.length > 0;
}
