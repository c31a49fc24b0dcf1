export type Command = 'undo' | 'redo' | 'toggle' | 'back' | 'forward' | 'first' | 'last';

export type Key = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
};

const PLAIN: Readonly<Record<string, Command>> = {
  ' ': 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
};

/**
 * Returns the command of a key. Keys without Ctrl belong to the control that has the focus, if there
 * is one.
 */
export function commandOf(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Key,
  isInControl: boolean,
): Command | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
    return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : undefined;
  }
  return isInControl || shiftKey ? undefined : PLAIN[key];
}

const CONTROLS =
  'input, textarea, select, button, a[href], summary, [contenteditable], [role="slider"]';

/** Returns whether an event comes from a control, in whatever shadow tree it is. */
export function isInControl(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(CONTROLS) !== null;
}
