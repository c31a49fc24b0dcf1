import { defined } from '../base/index.ts';
import { exactFps, frameCount, type Layer, type Lottie, layerTimes } from '../lottie/index.ts';
import {
  type ControlTarget,
  controlNumbers,
  documentsOf,
  type Editable,
  isControl,
  loudestOf,
  type Target,
  type TemplateAudio,
} from '../template/index.ts';
import type { FoundEditable } from './find-editables.ts';
import { bestStillcuts, shownSpan, type Visibility } from './stillcuts.ts';

/** The types of editables that are required unless template.json says otherwise. */
const REQUIRED: ReadonlySet<string> = new Set(['text', 'color', 'image', 'video']);

type Context = {
  lottie: Lottie;
  visibility: Visibility;
  stillcuts: Record<string, number>;
  audioSources: readonly TemplateAudio[];
};

/**
 * Returns a function that describes an editable as the API shows it. Facts that all editables need are
 * computed once.
 */
export function describer(
  foundEditables: readonly FoundEditable[],
  { lottie, visibility, stillcuts, audioSources }: Context,
): (editable: FoundEditable) => Editable {
  const bestStillcut = bestStillcuts(visibility, stillcuts, exactFps(lottie.fr));
  const audioOf = Map.groupBy(
    audioSources.filter(({ kind }) => kind === 'audio'),
    ({ editable }) => editable,
  );
  const facts = {
    fonts: new Set((lottie.fonts?.list ?? []).map((font) => font.fName)),
    ownFrames: lastFrames(foundEditables, lottie),
    fps: exactFps(lottie.fr),
  };
  return (editable) => {
    const { json, name, type } = editable;
    const isNamed = json.stillcut !== undefined && Object.hasOwn(stillcuts, json.stillcut);
    return {
      input_type: type,
      label: json.label ?? labelOf(name),
      ...defined({ help: json.help, group: json.group }),
      required: json.required ?? REQUIRED.has(type),
      stillcut: (isNamed ? json.stillcut : undefined) ?? bestStillcut(name),
      ...shownSpan(visibility, name, lottie),
      ...(type === 'audio'
        ? { ...audioContent(audioOf.get(name) ?? []), ...defined({ duck: editable.json.duck }) }
        : contentOf(editable, facts)),
    };
  };
}

/** The names of the fonts, the number of played video frames by layer, and the frames per second. */
type Facts = { fonts: ReadonlySet<string>; ownFrames: ReadonlyMap<Layer, number>; fps: number };

/**
 * The fields that only the editable's type has: sample text and fonts, sample value and limits, or the
 * pixels and seconds of a file. Its first target gives the samples.
 */
function contentOf(foundEditable: FoundEditable, facts: Facts): Partial<Editable> {
  const [target] = foundEditable.targets;
  if (target?.type === 'text') return textContent(foundEditable, target.layer, facts);
  if (target?.type === 'color') {
    return { example_text: toHex(sampleColor(target)), fonts: fontsOf(foundEditable, facts) };
  }
  if (target && isControl(target)) return controlContent(foundEditable, target);
  if (target?.type === 'font') return { fonts: replacedFonts(foundEditable) };
  const asset = target && 'asset' in target ? target.asset : undefined;
  return {
    width: pixels(asset?.w),
    height: pixels(asset?.h),
    ...(foundEditable.type === 'video' && { duration: playedSeconds(foundEditable, facts) }),
  };
}

/**
 * The value of a control in the animation. A menu's value counts its options from 1; a value without an
 * option gives the first label.
 */
function controlContent({ type, json }: FoundEditable, target: ControlTarget): Partial<Editable> {
  const [x = 0, y = 0] = controlNumbers(target);
  const { min, max, step, options } = json;
  if (type === 'point') return { example_value: { x, y } };
  if (type === 'checkbox') return { example_value: x !== 0 };
  if (type === 'menu') {
    const labels = options ?? [];
    return { example_value: labels[Math.round(x) - 1] ?? labels[0] ?? '', options: labels };
  }
  return { example_value: x, ...defined({ min, max, step }) };
}

/** Some files have a size that is not a number, or none that an integer can hold. */
function pixels(side: number | undefined): number {
  const rounded = Math.round(side ?? 0);
  return Number.isSafeInteger(rounded) ? rounded : 0;
}

/** Returns how long a video must be to fill its layer to the end. */
function playedSeconds({ targets }: FoundEditable, { ownFrames, fps }: Facts): number {
  const last = targets.reduce((max, { layer }) => Math.max(max, ownFrames.get(layer) ?? 0), 0);
  return toMilliseconds(last / fps);
}

/** Returns the number of its own frames that each layer of a video editable plays. */
function lastFrames(foundEditables: readonly FoundEditable[], lottie: Lottie): Map<Layer, number> {
  const layers = new Set(
    foundEditables.flatMap(({ type, targets }) =>
      type === 'video' ? targets.map((t) => t.layer) : [],
    ),
  );
  if (layers.size === 0) return new Map();
  const frames = Array.from({ length: frameCount(lottie) }, (_, i) => i);
  const times = layerTimes(lottie, (layer) => layers.has(layer), frames);
  return new Map(
    [...times].map(([layer, moments]) => [
      layer,
      moments.reduce((max, { inner }) => Math.max(max, inner + 1), 0),
    ]),
  );
}

/** Returns the time from the first to the last moment at which the audio plays, and its loudest volume. */
function audioContent(audioSources: readonly TemplateAudio[]): Partial<Editable> {
  if (audioSources.length === 0) return { duration: 0, volume: 1 };
  const lengths = audioSources.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds);
  return {
    start: toMilliseconds(Math.min(...audioSources.map((s) => s.startSeconds))),
    end: toMilliseconds(Math.max(...audioSources.map((s) => s.endSeconds))),
    duration: toMilliseconds(Math.max(...lengths)),
    volume: toMilliseconds(Math.max(...audioSources.map((s) => loudestOf(s.gain)))),
  };
}

function toMilliseconds(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function replacedFonts({ targets }: FoundEditable): string[] {
  return [...new Set(targets.flatMap((t) => (t.type === 'font' ? [t.font.fName] : [])))];
}

/**
 * The text is a sample with `\n` between its lines; After Effects writes `\r` or U+0003. Without
 * `multiline` in template.json, a text has several lines if the sample or the height of its box has at
 * least two.
 */
function textContent(foundEditable: FoundEditable, layer: Layer, facts: Facts): Partial<Editable> {
  const { max_length, min_font_size, max_lines, max_width, box, multiline } = foundEditable.json;
  const document = documentsOf(layer)[0];
  const text = (document?.t ?? '').replaceAll(/\r\n?/g, '\n').replaceAll('\u0003', '\n');
  const lines =
    (document?.sz?.[1] ?? (box || undefined)?.height ?? 0) /
    (document?.lh ?? (document?.s ?? 1) * 1.2);
  return {
    example_text: text,
    fonts: fontsOf(foundEditable, facts),
    multiline: multiline ?? (text.includes('\n') || (lines >= 2 && max_lines !== 1)),
    ...defined({ max_length, min_font_size, max_lines, max_width }),
    ...(box && { box }),
  };
}

/** The first color of a target as channels from 0 to 1; black if it has none. */
function sampleColor(target: Target & { type: 'color' }): number[] {
  const value =
    'property' in target
      ? colorOf(target.property.k)
      : target.documents[0]?.[target.key === 'fcSid' ? 'fc' : 'sc'];
  return value ?? [0, 0, 0];
}

/** Returns the first color of a property, which may be animated. */
function colorOf(k: unknown): number[] | undefined {
  if (!Array.isArray(k)) return undefined;
  if (typeof k[0] === 'number') return k as number[];
  const start: unknown = (k[0] as { s?: unknown } | undefined)?.s;
  return Array.isArray(start) ? (start as number[]) : undefined;
}

/** Six hexadecimal digits without `#`. */
function toHex(color: number[]): string {
  const channel = (value: number | undefined) =>
    Math.round(Math.min(1, Math.max(0, Number(value) || 0)) * 255)
      .toString(16)
      .padStart(2, '0');
  return channel(color[0]) + channel(color[1]) + channel(color[2]);
}

/** The names of the fonts of the editable's texts that the template has. */
function fontsOf(foundEditable: FoundEditable, { fonts }: Facts): string[] {
  const names = new Set<string>();
  for (const target of foundEditable.targets) {
    for (const { f } of documentsOf(target.layer)) if (f !== undefined) names.add(f);
  }
  return [...names].filter((name) => fonts.has(name));
}

function labelOf(name: string): string {
  return (name.split('/').at(-1) ?? name).replace(/\.[a-z0-9]{2,4}$/i, '').replaceAll('_', ' ');
}
