import { AppError, fault, findMessage, quoted, say } from '../base/index.ts';
import { bakeExpressions, type ExpressionReport, keepWarm } from '../expressions/index.ts';
import {
  allLayers,
  checkLottie,
  exactFps,
  frameAt,
  frameCount,
  frameSeconds,
  isPrecomp,
  LAYER,
  type Lottie,
  normalise,
  parseLottie,
  type ShownTime,
  shownTimes,
} from '../lottie/index.ts';
import {
  documentsOf,
  type ExpressionCounts,
  fairly,
  type ImportedTemplate,
  type ImportWarning,
  type ReportEntry,
  reportEntryOf,
  type Target,
  type TextSpace,
  targetsOf,
  videoOf,
} from '../template/index.ts';
import { expressionsOfCaptions } from './captions/captions-warning.ts';
import { measureCaptions } from './captions/measure-captions.ts';
import { checkControls, fixedControls } from './check-controls.ts';
import { checkDefaultCrops, defaultCrop } from './default-crop.ts';
import { describer } from './describe.ts';
import { leftOut } from './dotlottie/manifest.ts';
import { applyTheme } from './dotlottie/theme.ts';
import { expressionWarnings } from './expression-warnings.ts';
import { collectAudio, collectData, collectImages, fileFinder } from './files.ts';
import { type FoundEditable, findEditables } from './find-editables.ts';
import { type FetchFont, fetchFonts } from './fonts/fetched-fonts.ts';
import { missingFontWarning, shownMissingFonts } from './fonts/missing-fonts.ts';
import { collectFonts } from './fonts/package-fonts.ts';
import { chooseStillcuts, measureVisibility } from './stillcuts.ts';
import { findTemplateAudio } from './template-audio.ts';
import { parseTemplateJson, type TemplateJson } from './template-json.ts';
import { templateName } from './template-name.ts';
import type { TemplatePackage } from './template-package.ts';
import { textKeyframes } from './text-keyframes.ts';
import { addTextSpaces } from './text-spaces.ts';

const HINT = 'Draw it as paragraph text, or give it a "box" or a "max_width" in template.json.';
const HINT_FITTED =
  'Draw it as paragraph text, or give it a "box" or a "max_width" in template.json. "box": false keeps the size of every text.';

/** `fetchFont` fetches fonts that the animation only has the addresses of; without it they are missing. */
export type ImportOptions = { fetchFont?: FetchFont | undefined };

/** A document with expressions contains one of these. Their process starts while the rest is read. */
const EXPRESSION = ['"x":"', '"x": "'];
const MAX_FAULTS = 100;
const MAX_WARNINGS = 200;
const MAX_CHARACTERS = 1000;
/** Maximum number of fonts of the texts, and of characters in their names. Answers list these names. */
const MAX_FONTS = 1000;
const MAX_FONT_CHARACTERS = 100_000;
/** Maximum size of all editables as JSON. Every answer with the version contains them. */
const MAX_EDITABLES_BYTES = 4 * 1024 * 1024;
const MORE_WARNINGS = 'Fix the listed warnings and import the template again.';

/**
 * Imports a package: finds and binds its editables, chooses stills, and rewrites the animation for Skottie.
 * Throws an AppError with all faults that prevent the import. Findings that only change the look are in
 * `warnings`.
 */
export async function importTemplate(
  source: TemplatePackage,
  options: ImportOptions = {},
): Promise<ImportedTemplate> {
  try {
    return await importParsed(source, options);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // The parser checks only the parts of the format that all code relies on. Other parts may still be
    // malformed.
    throw new AppError(
      'lottie_invalid',
      say`Expected an animation for ${source.label} but a part of it has a form that cannot be read: ${(cause as Error).message}.`,
      { hint: 'Export the animation again with Bodymovin or another Lottie exporter.' },
      { cause },
    );
  }
}

/**
 * Does the work of `importTemplate`; its errors may have no code yet. The steps change `parsed` in place,
 * and each relies on the changes of the steps before: keep their order. `lottie` is what Skottie draws.
 */
async function importParsed(
  source: TemplatePackage,
  { fetchFont }: ImportOptions,
): Promise<ImportedTemplate> {
  if (mayHaveExpressions(source.animation)) keepWarm();
  const parsed = parseLottie(source.animation, source.label);
  const json = parseTemplateJson(source.templateJson);
  const { chosen } = source;
  const themed = chosen ? [...leftOut(chosen), ...applyTheme(parsed, chosen, source.files)] : [];
  if (chosen?.theme) checkLottie(parsed, `${source.label} with its theme`);
  const fileOf = fileFinder(source);
  const { editables: foundEditables, warnings } = findEditables(
    parsed,
    json,
    (asset) => fileOf(asset) !== undefined,
  );
  checkBoxes(foundEditables);
  checkControls(foundEditables);
  checkDefaultCrops(foundEditables);
  const packageFonts = await collectFonts(parsed, source);
  const { images, videoFiles, missing } = collectImages(parsed, source, fileOf);
  const videos = foundEditables.filter(({ type }) => type === 'video').map(({ name }) => name);
  const { audioSources, warnings: audioWarnings } = findTemplateAudio(parsed, new Set(videos));
  const { audioFiles, missingAudioWarnings } = collectAudio(parsed, audioSources, source, fileOf);
  forgetEmbedded(parsed);
  const changing = textKeyframes(foundEditables);
  const captionExpressions = expressionsOfCaptions(parsed);
  const { report: expressions, dependentExpressions } = await bakeExpressions(parsed, {
    dataFiles: collectData(parsed, fileOf),
  });
  const { lottie, warnings: allDifferences } = normalise(parsed);
  const isExpression = ({ code }: ImportWarning) => code === 'expression_unsupported';
  const unresolved = allDifferences.filter(isExpression);
  const differences = allDifferences.filter((entry) => !isExpression(entry));
  const visibility = measureVisibility(parsed, foundEditables);
  const stillcuts = declaredStillcuts(json, parsed) ?? chooseStillcuts(visibility, parsed);
  const stillFrames = Object.fromEntries(
    Object.entries(stillcuts).map(([still, seconds]) => [still, frameAt(seconds, lottie)]),
  );
  const textSpaces = addTextSpaces(lottie, Object.values(stillFrames), foundEditables);
  const { captions, warnings: captionWarnings } = measureCaptions(
    lottie,
    json.captions,
    Object.values(stillFrames),
  );
  const describe = describer(foundEditables, {
    lottie: parsed,
    visibility,
    stillcuts,
    audioSources,
  });
  const fontNames = usedFonts(parsed);
  const otherText = allTexts(parsed);
  const { fonts, fontFiles, broken } = packageFonts.collected;
  const missingFonts = () => shownMissingFonts({ lottie: parsed, fonts, fontNames });
  const unfetched = await fetchFonts(
    packageFonts,
    missingFonts().flatMap(({ font }) => font ?? []),
    { fetch: fetchFont, text: otherText },
  );
  const hasFile = (id: string) => [images, videoFiles, audioFiles].some((files) => files.has(id));
  const editables = Object.fromEntries(
    foundEditables.map((e) => {
      const room = textSpaces.get(e.name);
      const [target] = e.targets;
      const sample = target?.type === 'image' ? images.get(target.asset.id) : undefined;
      const crop = defaultCrop(e, sample);
      const more = { ...(room && { room }), ...(crop && { default_transform: crop }) };
      return [e.name, { ...describe(e), ...more, ...lackOf(e, hasFile) }];
    }),
  );
  checkEditablesSize(editables);
  return {
    name: templateName(json, parsed, source.label),
    language: json.language ?? 'en',
    lottie,
    editables,
    video: videoOf(lottie),
    stillcuts: Object.fromEntries(
      Object.entries(stillcuts).map(([still, seconds]) => [
        still,
        { seconds, frame: stillFrames[still] ?? 0 },
      ]),
    ),
    images,
    videoFiles,
    audioSources,
    audioFiles,
    imageScales: new Map(
      [...visibility.scales]
        .filter(([, scale]) => scale > 0)
        .map(([editable, scale]) => [editable, Math.min(scale, Number.MAX_VALUE)]),
    ),
    otherText,
    fonts,
    fontFiles,
    fontNames,
    ...(dependentExpressions && { dependentExpressions }),
    ...(captions && { captions }),
    ...(expressions && { expressions: countsOf(expressions) }),
    warnings: limitWarnings(shownTimes(parsed), [
      ...themed,
      ...noEditables(foundEditables, parsed),
      ...warnings,
      ...broken,
      ...missing,
      ...audioWarnings,
      ...missingAudioWarnings,
      ...missingFonts().map((shownFont) =>
        missingFontWarning(shownFont, unfetched.get(shownFont.name)),
      ),
      ...pointTexts(foundEditables, textSpaces),
      ...changing,
      ...captionExpressions,
      ...captionWarnings,
      ...fixedControls(foundEditables, lottie),
      ...expressionWarnings(expressions, unresolved),
      ...differences,
    ]),
  };
}

/** All texts of the animation, one in each line. */
function allTexts(lottie: Lottie): string {
  const documents = allLayers(lottie).flatMap(({ layer }) => documentsOf(layer));
  return documents.map(({ t = '' }) => t).join('\n');
}

function countsOf({ leftOut, partly: _, ...counts }: ExpressionReport): ExpressionCounts {
  return { ...counts, failed: leftOut.length };
}

/** A quick search in the text: the animation is not parsed yet. It may find other fields called `x`. */
function mayHaveExpressions({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const text = Buffer.from(buffer, byteOffset, byteLength);
  return EXPRESSION.some((start) => text.includes(start));
}

/**
 * Removes embedded files, which are already collected. Otherwise each copy of an asset would contain the file
 * again.
 */
function forgetEmbedded(lottie: Lottie): void {
  for (const asset of lottie.assets ?? []) {
    if (!isPrecomp(asset) && asset.p?.startsWith('data:')) asset.p = '';
  }
}

/**
 * Adds the times of its layer to each warning, shortens its texts (a layer's name may be of any length),
 * and keeps some of each kind. The last entry counts the warnings that are left out.
 */
function limitWarnings(
  times: ReadonlyMap<string, ShownTime>,
  warnings: readonly ImportWarning[],
): ReportEntry[] {
  const short = warnings.map((warning) => ({
    ...shortEntry(reportEntryOf(warning)),
    ...(warning.layer_path !== null && times.get(warning.layer_path)),
  }));
  const keptWarnings = fairly(short, MAX_WARNINGS);
  const omittedCount = warnings.length - keptWarnings.length;
  if (omittedCount === 0) return keptWarnings;
  const message = say`There are ${omittedCount} more warnings that are not listed.`;
  return [
    ...keptWarnings,
    reportEntryOf({ code: 'warnings_left_out', message, layer_path: null, hint: MORE_WARNINGS }),
  ];
}

/** The entry with short texts, also those of its parameters. */
function shortEntry(entry: ReportEntry): ReportEntry {
  const { message, layer_path, hint, params, hint_params, ...fields } = entry;
  return {
    ...fields,
    message: shorten(message),
    layer_path: layer_path === null ? null : shorten(layer_path),
    hint: hint === null ? null : shorten(hint),
    ...(params && { params: shortParams(params) }),
    ...(hint_params && { hint_params: shortParams(hint_params) }),
  };
}

function shortParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(params);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? shorten(value) : value]),
  );
}

/** Never ends within a surrogate pair. */
function shorten(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;
}

/** Returns `has_example: false` for an editable without an example: its file is missing, or it is required audio without a file. */
function lackOf(
  { type, targets, json }: FoundEditable,
  hasFile: (id: string) => boolean,
): { has_example?: false } {
  if (type === 'audio' && json.required !== true) return {};
  const files = targets.flatMap((target) =>
    'asset' in target ? [target.asset !== undefined && hasFile(target.asset.id)] : [],
  );
  const isIncomplete = type === 'audio' ? !files.includes(true) : files.includes(false);
  return isIncomplete ? { has_example: false } : {};
}

/**
 * Returns the stills of template.json: seconds by name. Undefined if it names none: then `chooseStillcuts`
 * chooses. Throws `template_json_invalid` for a time at or after the end of the animation.
 */
function declaredStillcuts(json: TemplateJson, lottie: Lottie): Record<string, number> | undefined {
  const entries = Object.entries(json.stillcuts ?? {});
  const duration = frameSeconds(frameCount(lottie), exactFps(lottie.fr));
  for (const [name, seconds] of entries) {
    if (seconds >= duration) {
      throw new AppError(
        'template_json_invalid',
        say`template.json: expected a time before the end at ${duration} s for the still ${quoted(name)} but received ${seconds}.`,
      );
    }
  }
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Throws `lottie_too_large`: every answer with the version contains this description. */
function checkEditablesSize(editables: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(editables));
  if (bytes <= MAX_EDITABLES_BYTES) return;
  throw new AppError(
    'lottie_too_large',
    say`Expected at most ${MAX_EDITABLES_BYTES} bytes for the description of all editables but received ${bytes}.`,
    { hint: 'Use fewer editables, or give them shorter names, labels and samples.' },
  );
}

/**
 * Returns the names of the fonts that text layers use, sorted. Throws `lottie_too_large` for too many of
 * them.
 */
function usedFonts(lottie: Lottie): string[] {
  const names = new Set<string>();
  for (const { layer } of allLayers(lottie)) {
    for (const { f } of documentsOf(layer)) if (typeof f === 'string') names.add(f);
  }
  const characters = [...names].reduce((sum, { length }) => sum + length, 0);
  if (names.size > MAX_FONTS || characters > MAX_FONT_CHARACTERS) {
    throw new AppError(
      'lottie_too_large',
      say`Expected at most ${MAX_FONTS} fonts with ${MAX_FONT_CHARACTERS} characters in their names for the texts but received ${names.size} with ${characters}.`,
      { hint: 'Use fewer fonts, or give them shorter names.' },
    );
  }
  return [...names].sort();
}

/** Throws a fault for each `box` in template.json that is not for point text. */
function checkBoxes(foundEditables: readonly FoundEditable[]): void {
  const faults = foundEditables.flatMap(({ name, type, targets, json }) => {
    const isDrawn = targets.some(
      (t) => t.type === 'text' && documentsOf(t.layer).every(({ sz }) => (sz?.[0] ?? 0) > 0),
    );
    if (!json.box || (type === 'text' && !isDrawn)) return [];
    const what = isDrawn
      ? say`text that was drawn as a box`
      : say`an editable of type ${findMessage(type)}`;
    return fault(
      'template_json_invalid',
      say`template.json: expected a box for point text but received a box for ${quoted(name)}, ${what}.`,
      { editable: name, hint: 'Remove "box". Text that was drawn as a box already has a size.' },
    );
  });
  if (faults.length > 0) throw AppError.fromFaults(faults.slice(0, MAX_FAULTS));
}

function noEditables(foundEditables: readonly FoundEditable[], lottie: Lottie): ImportWarning[] {
  const hasCaptions = allLayers(lottie).some(({ layer }) => layer.captions !== undefined);
  if (foundEditables.length > 0 || hasCaptions || targetsOf(lottie).length === 0) return [];
  const message = 'No layer of the template can be changed: it has no editables.';
  const hint =
    'Run `framepress template init` on the file, or name layers as docs/templates.md shows.';
  return [{ code: 'no_editables', message, layer_path: null, hint }];
}

/** Reports the point texts for which template.json has no limits. */
function pointTexts(
  foundEditables: readonly FoundEditable[],
  textSpaces: ReadonlyMap<string, TextSpace>,
): ImportWarning[] {
  return foundEditables.flatMap(({ name, targets, json }) => {
    if (json.max_width !== undefined || json.box !== undefined) return [];
    return targets
      .filter(isPoint)
      .map(({ path }) => pointTextWarning(name, path, textSpaces.get(name)));
  });
}

function isPoint({ type, layer }: Target): boolean {
  return (
    type === 'text' &&
    layer.ty === LAYER.text &&
    documentsOf(layer).some(({ sz }) => sz === undefined)
  );
}

/** Without `textSpace` the text cannot be fitted at all; with it the text shrinks to that space. */
function pointTextWarning(
  name: string,
  path: string,
  textSpace: TextSpace | undefined,
): ImportWarning {
  if (!textSpace) {
    return {
      code: 'text_without_box',
      message: say`The text ${quoted(name)} has no box, so a text that is longer than the sample cannot be fitted.`,
      layer_path: path,
      hint: HINT,
    };
  }
  return {
    code: 'text_fitted_to_frame',
    message: say`The text ${quoted(name)} has no box. A text that is longer than the sample shrinks to the ${textSpace.width} pixels up to the edge of the frame.`,
    layer_path: path,
    hint: HINT_FITTED,
  };
}
