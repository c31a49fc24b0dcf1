import { readFile, stat } from 'node:fs/promises';
import { AppError, expected } from '../base/index.ts';
import {
  type CaptionFormat,
  type Cue,
  checkCues,
  cueListOf,
  findingWarnings,
  MAX_CAPTION_BYTES,
  markupWarnings,
  parseCaptionBytes,
  writeSrt,
  writeVtt,
} from '../captions/index.ts';
import { readConfig } from '../config/index.ts';
import { HEAD_BYTES, readHead, sniff } from '../media/file/index.ts';
import { transcribeFile } from '../produce/index.ts';
import { inWorkFolder } from './composed.ts';
import { refuseInput, writeOut } from './out-file.ts';
import { print } from './output.ts';

const WRITERS: Readonly<Record<string, typeof writeVtt>> = {
  vtt: writeVtt,
  srt: writeSrt,
  json: (cues) => `${JSON.stringify(cueListOf(cues), undefined, 2)}\n`,
};

type CaptionsOptions = {
  format?: Exclude<CaptionFormat, 'ass'>;
  out?: string;
  duration?: string;
  language?: string;
  prompt?: string;
  json?: boolean;
};

/**
 * Checks a file with captions and prints findings; with `format`, also converts it. The words of an audio or video
 * file are recognised.
 */
export async function captionsCommand(file: string, options: CaptionsOptions): Promise<void> {
  const durationSeconds = secondsOf(options.duration);
  const { readFormat, cues, markupLines } = await openCaptions(file, options);
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
    `${file}: ${result.cues} ${result.cues === 1 ? 'cue' : 'cues'} of ${readFormat}, until ${result.end} s`,
    ...warnings.map(({ message }) => `warning: ${message}`),
  ]);
}

type OpenCaptions = { readFormat: string; cues: Cue[]; markupLines: readonly number[] };

/** Returns the cues of a file with captions, or of the words of an audio or video file. */
async function openCaptions(
  file: string,
  { language, prompt }: CaptionsOptions,
): Promise<OpenCaptions> {
  const kind = sniff(await headOf(file))?.kind;
  if (kind === 'audio' || kind === 'video') {
    const config = readConfig(process.env);
    const { cues } = await inWorkFolder((folder, signal) =>
      transcribeFile({ path: file, language, prompt, folder }, config.transcription, signal),
    );
    return { readFormat: 'recognised words', cues, markupLines: [] };
  }
  if (language !== undefined || prompt !== undefined) {
    const what = 'an audio or video file together with --language and --prompt';
    throw new AppError('invalid_request', expected(what, 'the file', file));
  }
  const { format, cues, markupLines } = parseCaptionBytes(await readCaptions(file));
  return { readFormat: format, cues, markupLines };
}

/** The beginning of a file; empty for one that cannot be read, which is reported later. */
async function headOf(file: string): Promise<Uint8Array> {
  return readHead(file, HEAD_BYTES).catch(() => new Uint8Array());
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
