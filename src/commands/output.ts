import { AppError, expected } from '../base/index.ts';

/**
 * Returns a text for a terminal. A name or a message of a service may contain characters that control the
 * terminal, or that change the direction of the text.
 */
export function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '�');
}

/** Prints a command's result: JSON on one line with `--json`, else lines for people. */
export function print(json: boolean | undefined, value: unknown, lines: () => string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${plain(lines().join('\n'))}\n`);
}

/** Returns a whole number of the command line. Throws `invalid_request` for any other text. */
export function wholeNumber(text: string, option: string): number;
export function wholeNumber(text: string | undefined, option: string): number | undefined;
export function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text))
    throw new AppError('invalid_request', expected('a whole number', option, text));
  return Number(text);
}
