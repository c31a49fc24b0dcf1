import { readFile, stat } from 'node:fs/promises';
import { AppError, expected } from '../base/index.ts';
import {
  type CaptionFormat,
  checkCues,
  cueListOf,
  findingWarnings,
  MAX_CAPTION_BYTES,
  markupWarnings,
  parseCaptionBytes,
  writeSrt,
  writeVtt,
} from '../captions/index.ts';
import { refuseInput, writeOut } from './out-file.ts';
import { print } from './output.ts';

const WRITERS: Readonly<Record<string, typeof writeVtt>> = {
  vtt: writeVtt,
  srt: writeSrt,
  json: (cues) => `${JSON.stringify(cueListOf(cues), undefined, 2)}\n`,
};

/** Checks a file with captions and prints findings; with `format`, also converts it. */
export async function captionsCommand(
  file: string,
  options: {
    format?: Exclude<CaptionFormat, 'ass'>;
    out?: string;
    duration?: string;
    json?: boolean;
  },
): Promise<void> {
  const durationSeconds = secondsOf(options.duration);
  const { format: readFormat, cues, markupLines } = parseCaptionBytes(await readCaptions(file));
  const checked = checkCues(cues, durationSeconds);
  const warnings = [...markupWarnings(markupLines), ...findingWarnings(checked.findings)];
  const { format, out } = options;
  const text = format && WRITERS[format]?.(checked.cues);
  if (text !== undefined && out === undefined) {
    // The converted captions are the output, so that they can be piped; findings go beside them.
    for (const { message } of warnings) process.stderr.write(`warning: ${message}\n`);
    process.stdout.write(text);
    return;
  }
  if (text !== undefined && out !== undefined) {
    await refuseInput(out, file);
    await writeOut(out, text);
  }
  const result = {
    format: readFormat,
    cues: checked.cues.length,
    end: checked.cues.at(-1)?.endSeconds ?? 0,
    warnings,
  };
  print(options.json, result, () => [
    `${file}: ${result.cues} cues of ${readFormat}, until ${result.end} s`,
    ...warnings.map(({ message }) => `warning: ${message}`),
  ]);
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && Number.isFinite(seconds)) return seconds;
  throw new AppError('invalid_request', expected('seconds above 0', '--duration', text));
}

/** Reads a file, unless it is too large for captions. */
async function readCaptions(path: string): Promise<Uint8Array> {
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > MAX_CAPTION_BYTES) {
      const what = `${path} is not a regular file of at most ${MAX_CAPTION_BYTES} bytes.`;
      throw new AppError('captions_invalid', what);
    }
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`;
    throw new AppError('captions_invalid', `The file ${path} ${reason}.`, {}, { cause });
  }
}
