import { AppError, say } from '../base/index.ts';
import { type CaptionFormat, type Cue, MAX_CAPTION_BYTES } from './cue.ts';
import { parseAss } from './parse-ass.ts';
import { parseJson } from './parse-json.ts';
import { parseSrt } from './parse-srt.ts';
import { parseVtt } from './parse-vtt.ts';

export type ParsedCaptions = {
  format: CaptionFormat;
  cues: Cue[];
  /** Numbers of the lines whose tags, styles or positions were left out. */
  markupLines: number[];
};

const FORMATS_HINT = 'Use SRT, WebVTT, ASS or a JSON list of cues.';

/** Parses the bytes of a file: UTF-8, or UTF-16 with its mark. Throws `captions_invalid`. */
export function parseCaptionBytes(bytes: Uint8Array): ParsedCaptions {
  if (bytes.length > MAX_CAPTION_BYTES) throw tooLarge();
  return parseCaptions(decode(bytes));
}

/** Parses captions; their beginning shows the format. Throws `captions_invalid` for anything else. */
export function parseCaptions(text: string): ParsedCaptions {
  if (text.length > MAX_CAPTION_BYTES) throw tooLarge();
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  const format = formatOf(plain);
  if (format === 'json') return { format, ...parseJson(plain), markupLines: [] };
  const parse = { srt: parseSrt, vtt: parseVtt, ass: parseAss }[format];
  const parsedCues = parse(plain);
  // A list without cues is what programs write for a video without speech; in these formats it is a mistake.
  if (parsedCues.cues.length === 0 && format !== 'vtt')
    throw new AppError('captions_invalid', 'The captions have no cues.', { hint: FORMATS_HINT });
  return { format, ...parsedCues };
}

function tooLarge(): AppError {
  return new AppError(
    'captions_invalid',
    say`Expected at most ${MAX_CAPTION_BYTES} bytes for captions but received more.`,
    { hint: FORMATS_HINT },
  );
}

/** Bytes of zero and other controls do not occur in the beginning of a text. */
const BINARY = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

function formatOf(text: string): CaptionFormat {
  const start = text.trimStart().slice(0, 100_000);
  const head = start.slice(0, 200);
  if (BINARY.test(head) || head.startsWith('PK'))
    throw new AppError('captions_invalid', 'The captions are not a text file.', {
      hint: FORMATS_HINT,
    });
  if (/^WEBVTT(?:\s|$)/.test(head)) return 'vtt';
  if (/^\[(?:script info|v4\+? styles|events|fonts|aegisub)/i.test(head)) return 'ass';
  if (head.startsWith('[') || head.startsWith('{')) return 'json';
  if (start.includes('-->')) return 'srt';
  const isXml = head.startsWith('<');
  throw new AppError('captions_invalid', 'The captions have no format that is known.', {
    hint: isXml ? 'Convert TTML to WebVTT or SRT.' : FORMATS_HINT,
  });
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(
      'captions_invalid',
      say`The captions are not valid ${encoding.toUpperCase()}.`,
      { hint: 'Save the file as UTF-8.' },
    );
  }
}
