import { type Command, Option } from 'commander';
import { jsonOption } from './options.ts';

const repeated = (text: string, values: string[] | undefined) => [...(values ?? []), text];

/** Adds the command that renders the rows of a file, and those for such a batch. */
export function addBatchCommands(program: Command): void {
  const batch = program
    .command('batch [file]')
    .description('render one video for each row of a workbook (XLSX), of CSV or of JSON lines')
    .option('--version <version_id>', 'the template version tsv_… (required)')
    .addOption(
      new Option(
        '--column <name=editable>',
        'the editable that a column fills; without an editable the column is ignored; can be repeated',
      ).argParser(repeated),
    )
    .option('--mapping <file>', 'JSON with entries for all rows')
    .option('--sheet <sheet>', 'sheet of a workbook: its name, or its number from 1 (the first)')
    .option('--locale <language>', 'language of numbers and dates of a workbook, such as de')
    .option('--charset <charset>', 'encoding of CSV (UTF-8 or, if it is not, windows-1252)')
    .option('--title <title>', 'title of the batch')
    .addOption(
      new Option('--render <render>', 'render of each row (final)').choices(['preview', 'final']),
    )
    .addOption(
      new Option('--format <format>', 'format of the videos (mp4)').choices([
        ...['mp4', 'webm', 'mov', 'gif', 'png', 'jpeg'],
      ]),
    )
    .addOption(
      new Option('--codec <codec>', 'codec; in an MP4: h264 (default), hevc or av1').choices([
        ...['h264', 'hevc', 'av1', 'vp9', 'prores', 'gif', 'png', 'jpeg'],
      ]),
    )
    .option('--width <pixels>', "width of the videos (the template's)")
    .option('--height <pixels>', "height of the videos (the template's)")
    .option('--fps <number>', "frames per second (the template's)")
    .addOption(
      new Option('--quality <quality>', 'quality (standard)').choices([
        ...['draft', 'standard', 'high'],
      ]),
    )
    .addOption(
      new Option(
        '--invalid-rows <action>',
        'stop: render nothing while a row is invalid (default)',
      ).choices(['stop', 'skip']),
    )
    .option('--watch', 'show the progress until all rows have ended')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/batch.ts').batchCommand>) =>
      (await import('../remote/batch.ts')).batchCommand(...args),
    );
  for (const [action, description] of [
    ['pause', 'begin no further row; running rows are finished'],
    ['resume', 'continue a paused or canceled batch, without invalid rows'],
    ['cancel', 'cancel a batch and its running renders'],
  ] as const)
    batch
      .command(`${action} <batch_id>`)
      .description(description)
      .addOption(jsonOption())
      .action(async (id: string, options) =>
        (await import('../remote/batch-actions.ts')).actOnBatch(action, id, options),
      );
  batch
    .command('retry <batch_id>')
    .description('render the failed rows again')
    .addOption(new Option('--row <number>', 'only this row; can be repeated').argParser(repeated))
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/batch-actions.ts').retryBatch>) =>
      (await import('../remote/batch-actions.ts')).retryBatch(...args),
    );
  batch
    .command('results <batch_id>')
    .description(
      'list the rows with their states, and the addresses of their videos or their faults',
    )
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../remote/batch-actions.ts').batchResults>) =>
      (await import('../remote/batch-actions.ts')).batchResults(...args),
    );
}
