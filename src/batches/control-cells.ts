/** Cells of number, checkbox, point and menu editables. */

import { type Message, say } from '../base/index.ts';

const CONTROLS = ['number', 'checkbox', 'point', 'menu'] as const;
const NUMBER = /^[+-]?(\d{1,9}(\.\d{0,20})?|\.\d{1,20})$/;
/** A comma before exactly three digits may separate thousands, so it is no decimal comma. */
const DECIMAL_COMMA = /^[+-]?\d{0,9},(?!\d{3}$)\d{1,20}$/;
const WORDS: Readonly<Record<string, Message>> = {
  number: say`a number such as 1.5`,
  checkbox: say`true or false`,
  point: say`two numbers such as 10,20`,
  menu: say`an option of the menu`,
};

/** Whether an editable of this type is a control. */
export function isControl(type: string): type is (typeof CONTROLS)[number] {
  return CONTROLS.some((control) => control === type);
}

/** Returns the expected content of a cell in words. */
export function wordsFor(type: string): Message {
  return WORDS[type] ?? say`a text`;
}

/**
 * Returns the entry of a cell; undefined for a cell without a value of this type. `options` are the labels of
 * a menu: digits that are no label are the position of an option.
 */
export function controlEntry(
  type: (typeof CONTROLS)[number],
  cell: unknown,
  options: readonly string[] = [],
): { source: Record<string, unknown> } | undefined {
  const plain = typeof cell === 'string' ? cell.trim() : cell;
  const value = type === 'menu' ? menuValue(plain, options) : controlValue(type, plain);
  return value === undefined ? undefined : { source: { [type]: value } };
}

/** Returns the value of a number, checkbox or point; undefined for a cell without one. */
function controlValue(type: (typeof CONTROLS)[number], cell: unknown): unknown {
  if (type === 'checkbox') {
    const text = String(cell).toLowerCase();
    return ['true', '1'].includes(text) ? true : ['false', '0'].includes(text) ? false : undefined;
  }
  if (type === 'number') return numberOf(cell);
  if (typeof cell !== 'string') return undefined;
  const [x, y, ...more] = cell.split(cell.includes(';') ? ';' : ',', 3).map(numberOf);
  return x === undefined || y === undefined || more.length > 0 ? undefined : { x, y };
}

/**
 * Returns a label, or the position of an option for digits that are no label. The mapping checks whether it
 * exists.
 */
function menuValue(cell: unknown, options: readonly string[]): unknown {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string') return undefined;
  return !options.includes(cell) && /^\d{1,9}$/.test(cell) ? Number(cell) : cell;
}

/** Returns a number of a cell, with a decimal point or a decimal comma; undefined for any other cell. */
function numberOf(cell: unknown): number | undefined {
  if (typeof cell !== 'string') return typeof cell === 'number' ? cell : undefined;
  const text = cell.trim();
  const plain = DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
  return NUMBER.test(plain) ? Number(plain) : undefined;
}
