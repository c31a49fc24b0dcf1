import { defined, type Fault, fault, quoted, say } from '../base/index.ts';
import type { Editable } from '../template/index.ts';
import { parseAudio } from './audio/parse-audio.ts';
import type { SpokenTexts } from './audio/parse-speech.ts';
import { type Color, colorFaults, parseColor } from './color.ts';
import { color, font, image, text, video } from './entries.ts';
import { editableOf, type Place, parseWith } from './entry-faults.ts';
import { formFault } from './meant-entry.ts';
import { parseControl } from './parse-control.ts';
import { parseCrop } from './parse-crop.ts';
import type { FontSource, ParsedEntry } from './parsed-mapping.ts';
import { parseFileSource, parseFontSource } from './source.ts';
import { textFaults } from './text-faults.ts';
import type { FontNames } from './unknown-names.ts';
import { wrongSource } from './wrong-source.ts';

/** The entry when it has no faults. */
export type EntryOutcome<T = ParsedEntry> = { value?: T; faults: Fault[] };

/** Parses the entry of an editable. */
export function parseEntry(
  editable: Editable,
  entry: unknown,
  place: Place,
  { fonts, texts }: { fonts: FontNames; texts: SpokenTexts },
): EntryOutcome {
  const { input_type: kind } = editable;
  const malformed = formFault(kind, entry, place);
  if (malformed) return { faults: [malformed] };
  if (kind === 'audio') return parseAudio(entry, place, texts);
  const wrong = wrongSource(kind, entry, place);
  if (wrong) return { faults: [wrong] };
  switch (kind) {
    case 'text':
      return parseText(editable, entry, place);
    case 'color':
      return parseColorEntry(entry, place);
    case 'number':
    case 'checkbox':
    case 'point':
    case 'menu':
      return parseControl({ ...editable, input_type: kind }, entry, place);
    case 'image':
      return parseImage(editable, entry, place);
    case 'video':
      return parseVideo(editable, entry, place);
    case 'font':
      return parseWith(font, entry, place, ({ source: sentSource }) => {
        const { source, faults } = parseFontSource(sentSource, fonts, place);
        return { value: { kind, source, fonts: editable.fonts ?? [] }, faults };
      });
  }
}

/** Parses an entry of `font_changes`. */
export function parseFontChange(
  entry: unknown,
  place: Place,
  fonts: FontNames,
): EntryOutcome<FontSource> {
  const malformed = formFault('font', entry, place);
  if (malformed) return { faults: [malformed] };
  return parseWith(font, entry, place, ({ source: sentSource }) => {
    const { source: value, faults } = parseFontSource(sentSource, fonts, place);
    return { value, faults };
  });
}

/** Black stands for a color that is a fault: an entry with a fault is never used. */
const BLACK: Color = { red: 0, green: 0, blue: 0, alpha: 255 };

/**
 * Collects the faults of the text and of its color, so one answer has all. The value is complete even with
 * faults.
 */
function parseText(editable: Editable, entry: unknown, place: Place): EntryOutcome {
  return parseWith(text, entry, place, ({ source, transform = {} }) => {
    const { fit, min_font_size, max_lines, align, color: hex } = transform;
    const faults = textFaults(source.text, editable.max_length, place);
    if (hex !== undefined) {
      faults.push(...colorFaults(place.name, hex, `${place.pointer}/transform/color`));
    }
    const value: ParsedEntry = {
      kind: 'text',
      text: source.text,
      ...defined({ fit, minFontSize: min_font_size, maxLines: max_lines, align }),
      ...(hex !== undefined && { color: parseColor(hex) ?? BLACK }),
    };
    return { value, faults };
  });
}

function parseColorEntry(entry: unknown, place: Place): EntryOutcome {
  return parseWith(color, entry, place, ({ source }) => {
    const hex = 'color' in source ? source.color : source.text;
    const faults = colorFaults(place.name, hex, `${place.pointer}/source`);
    return { value: { kind: 'color', color: parseColor(hex) ?? BLACK }, faults };
  });
}

function parseImage(editable: Editable, entry: unknown, place: Place): EntryOutcome {
  return parseWith(image, entry, place, ({ source: sentSource, transform = {} }) => {
    const { source, faults } = parseFileSource(sentSource, place);
    const { crop, faults: more } = parseCrop(transform, place, editable.default_transform);
    return { value: { kind: 'image', source, crop }, faults: [...faults, ...more] };
  });
}

/** `given` lists the fields of the transform that the mapping states. The volume is 0 by default. */
function parseVideo(editable: Editable, entry: unknown, place: Place): EntryOutcome {
  return parseWith(video, entry, place, ({ source: sentSource, transform = {} }) => {
    const { source, faults } = parseFileSource(sentSource, place);
    const { crop, faults: more } = parseCrop(transform, place, editable.default_transform);
    const { trim_start_time: trimStartSeconds = 0, end_behavior: endBehavior } = transform;
    const { animate_strategy: strategy = 'none', animate_speed: speed = 'moderate' } = transform;
    const value: ParsedEntry = {
      kind: 'video',
      source,
      crop,
      trimStartSeconds,
      volume: transform.volume ?? 0,
      ...defined({ endBehavior }),
      motion: { strategy, speed },
      given: Object.keys(transform),
    };
    const isMovedCrop = crop.strategy === 'manual' && strategy !== 'none';
    return {
      value,
      faults: [...faults, ...more, ...(isMovedCrop ? [movedCrop(strategy, place)] : [])],
    };
  });
}

function movedCrop(strategy: string, place: Place): Fault {
  const message = say`${quoted(place.name)}: Expected animate_strategy "none" with the crop_strategy "manual" but received ${quoted(strategy)}.`;
  return fault('invalid_request', message, {
    pointer: `${place.pointer}/transform/animate_strategy`,
    ...editableOf(place),
    hint: 'Use another crop_strategy, or "animate_strategy": "none".',
  });
}
