import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError, defined } from '../../base/index.ts';
import { type PackageChoice, REASONS, starterOf } from '../../import/index.ts';
import { readChosen } from '../import-package.ts';
import { refuseInput, writeOut } from '../out-file.ts';
import { print } from '../output.ts';
import { contentLine } from './content-lines.ts';

const MAX_LEFT_LINES = 20;
const MAX_EQUAL = 10;

/** Writes a starter template.json that makes the likely contents of a package editable. */
export async function templateInitCommand(
  file: string,
  options: { out?: string; force?: boolean; json?: boolean } & PackageChoice,
): Promise<void> {
  const out = options.out ?? join(await folderOf(file), 'template.json');
  await refuseInput(out, file);
  if (!options.force) await refuseToReplace(out);
  const {
    json: starter,
    left: leftOut,
    equalLabels,
  } = await starterOf(await readChosen(file, options));
  const { animation, theme } = options;
  const json = { ...starter, ...defined({ animation, theme }) };
  await writeOut(out, `${JSON.stringify(json, null, 2)}\n`);
  const editables = json.editables ?? {};
  const skipped = leftOut.map(({ content, reason }) => ({ ...content, reason: REASONS[reason] }));
  print(
    options.json,
    { path: out, editables, left_out: skipped, equal_labels: equalLabels },
    () => [
      ...Object.entries(editables).map(
        ([name, { type = 'named', label = name }]) => `${type.padEnd(6)} ${name}  ${label}`,
      ),
      ...leftOut
        .slice(0, MAX_LEFT_LINES)
        .map(
          ({ content, reason }) => `left out, because ${REASONS[reason]}: ${contentLine(content)}`,
        ),
      ...(leftOut.length > MAX_LEFT_LINES
        ? [`and ${leftOut.length - MAX_LEFT_LINES} more left out`]
        : []),
      ...equalLabels
        .slice(0, MAX_EQUAL)
        .map(
          (label) =>
            `several layers would have the label "${label}": say in their labels what each shows`,
        ),
      ...(equalLabels.length > MAX_EQUAL
        ? [`and ${equalLabels.length - MAX_EQUAL} more names`]
        : []),
      ...(Object.keys(editables).length === 0
        ? ['warning: the template has no text, image, video or large color that can be changed']
        : []),
      `${out}: ${Object.keys(editables).length} editables. Edit the names and labels.${isArchive(file) ? archiveNote(file, out) : ''} Then run: framepress template inspect ${file}`,
    ],
  );
}

function isArchive(file: string): boolean {
  return /\.(?:zip|lottie)$/i.test(file);
}

/** The command line also uses a template.json beside an archive, and packs it when it uploads. */
function archiveNote(file: string, out: string): string {
  const isBeside = resolve(out) === resolve(dirname(file), 'template.json');
  const note = isBeside ? 'Commands use it while it is beside' : 'Put it into';
  return ` ${note} ${basename(file)}.`;
}

async function folderOf(file: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  return facts?.isDirectory() ? file : dirname(file);
}

/** Throws `conflict` if the file exists. */
async function refuseToReplace(out: string): Promise<void> {
  const exists = await stat(out).then(
    (facts) => facts.isFile(),
    () => false,
  );
  if (!exists) return;
  throw new AppError('conflict', `The file ${out} exists.`, {
    hint: 'Use --force to replace it, or a different --out.',
  });
}
