/** Cells of number, checkbox, point and menu editables. */

const CONTROLS = ['number', 'checkbox', 'point', 'menu'] as const;
const NUMBER = /^[+-]?(\d{1,9}(\.\d{0,20})?|\.\d{1,20})$/;
const WORDS: Readonly<Record<string, string>> = {
  number: 'a number such as 1.5',
  checkbox: 'true or false',
  point: 'two numbers such as 10,20',
  menu: 'an option of the menu',
};

export function isControl(type: string): type is (typeof CONTROLS)[number] {
  return CONTROLS.some((one) => one === type);
}

/** Returns the expected content of a cell in words. */
export function wordsFor(type: string): string {
  return WORDS[type] ?? 'a text';
}

/** Returns the entry of a cell; undefined for a cell without a value of this type. */
export function controlEntry(
  type: (typeof CONTROLS)[number],
  cell: unknown,
): { source: Record<string, unknown> } | undefined {
  const value = controlValue(type, typeof cell === 'string' ? cell.trim() : cell);
  return value === undefined ? undefined : { source: { [type]: value } };
}

function controlValue(type: (typeof CONTROLS)[number], cell: unknown): unknown {
  if (type === 'checkbox') {
    const text = String(cell).toLowerCase();
    return ['true', '1'].includes(text) ? true : ['false', '0'].includes(text) ? false : undefined;
  }
  if (type === 'menu')
    return typeof cell === 'string' || typeof cell === 'number' ? cell : undefined;
  if (type === 'number') return numberOf(cell);
  const [x, y, ...more] = typeof cell === 'string' ? cell.split(/[,;]/, 3).map(numberOf) : [];
  return x === undefined || y === undefined || more.length > 0 ? undefined : { x, y };
}

function numberOf(cell: unknown): number | undefined {
  if (typeof cell !== 'string') return typeof cell === 'number' ? cell : undefined;
  return NUMBER.test(cell.trim()) ? Number(cell) : undefined;
}
