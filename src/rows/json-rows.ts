import { AppError, exceededBound, type Message, say } from '../base/index.ts';
import { badRow, MAX_ROW_CHARACTERS, MAX_ROWS, type RawRow, tooManyRows } from './raw-row.ts';

/** As for every other JSON of the API. */
const MAX_LEVELS = 32;
const MAX_KEYS = 10_000;
/** What a parser may build. It counts empty objects twice, and repeated keys. */
const BOUNDS = {
  levels: MAX_LEVELS,
  entries: 2 * MAX_KEYS,
  keys: 2 * MAX_KEYS,
  values: 2 * MAX_KEYS,
};
const TOO_DEEP = say`has more than ${MAX_LEVELS} levels`;
const TOO_MANY = say`has more than ${MAX_KEYS} values`;

/** Reads JSON lines: one object in each line. Blank lines are left out. A bad line does not stop the others. */
export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<RawRow> {
  let count = 0;
  for await (const { line, content } of linesOf(text)) {
    if (content !== undefined && content.trim() === '') continue;
    count += 1;
    if (count > MAX_ROWS) throw tooManyRows();
    yield content === undefined ? tooLong(line) : parseLine(content, line);
  }
  if (count === 0)
    throw new AppError('rows_unreadable', 'The file has no rows.', {
      hint: 'Send one JSON object in each line.',
    });
}

/** Returns lines with their numbers; the content of a line above the limit is undefined. */
async function* linesOf(
  text: AsyncIterable<string>,
): AsyncGenerator<{ line: number; content: string | undefined }> {
  let waiting = '';
  let isTooLong = false;
  let line = 1;
  const take = () => {
    const content = isTooLong ? undefined : waiting;
    [waiting, isTooLong] = ['', false];
    return { line: line++, content };
  };
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      waiting += isTooLong ? '' : chunk.slice(start, end);
      isTooLong ||= waiting.length > MAX_ROW_CHARACTERS;
      yield take();
      start = end + 1;
    }
    waiting += isTooLong ? '' : chunk.slice(start);
    isTooLong ||= waiting.length > MAX_ROW_CHARACTERS;
    if (isTooLong) waiting = '';
  }
  if (waiting !== '' || isTooLong) yield take();
}

function tooLong(line: number): RawRow {
  const message = say`Expected at most ${MAX_ROW_CHARACTERS} characters in line ${line} but it has more.`;
  return badRow(
    line,
    message,
    'Send large files with POST /v2/uploads and name them by their ids.',
  );
}

/** Returns the row of a line. A fault is part of the row, so that other rows can be read. */
function parseLine(content: string, line: number): RawRow {
  const hint = 'Send one JSON object in each line, such as {"t_01": "Ada"}.';
  const exceeded = exceededBound(content, BOUNDS);
  if (exceeded !== undefined) {
    const reason = exceeded === 'levels' ? TOO_DEEP : TOO_MANY;
    return badRow(line, say`The JSON in line ${line} ${reason}.`, hint);
  }
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return badRow(line, say`Expected a JSON object in line ${line}.`, hint);
    const reason = shapeFault(value);
    return reason === undefined
      ? { line, values: value as Record<string, unknown> }
      : badRow(line, say`The JSON in line ${line} ${reason}.`, hint);
  } catch (cause) {
    const reason = (cause as Error).message.slice(0, 200).toWellFormed();
    return badRow(line, say`Line ${line} is not valid JSON: ${reason}.`, hint);
  }
}

/**
 * Returns why a row has a form that is not allowed; undefined if it has none. Without recursion,
 * which could overflow.
 */
function shapeFault(value: object): Message | undefined {
  const open: { value: unknown; level: number }[] = [{ value, level: 0 }];
  let keys = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.level >= MAX_LEVELS) return TOO_DEEP;
    if (Object.hasOwn(next.value, '__proto__')) return say`contains the key "__proto__"`;
    const values = Object.values(next.value);
    keys += values.length;
    if (keys > MAX_KEYS) return TOO_MANY;
    for (const inner of values) open.push({ value: inner, level: next.level + 1 });
  }
  return undefined;
}
