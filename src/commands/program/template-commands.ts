import { type Command, Option } from 'commander';
import { choiceOptions, dataDirOption, jsonOption, offlineOption } from './options.ts';

/** Adds the commands for packages and mappings; most of them need no service. */
export function addTemplateCommands(program: Command): void {
  const template = program.command('template').description('template packages');
  template
    .command('add <file>')
    .description('store a package in a data folder; the running service imports it')
    .option('--name <name>', 'name of the template')
    .option('--language <tag>', 'language of the template', 'en')
    .addOption(dataDirOption())
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(offlineOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../template.ts').templateAddCommand>) =>
      (await import('../template.ts')).templateAddCommand(...args),
    );
  template
    .command('inspect <file>')
    .alias('report')
    .description('print the editables of a package, its findings and remedies; needs no server')
    .option('--html <file>', 'also write a page with an image of each finding')
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(offlineOption())
    .addOption(jsonOption())
    .action(
      async (...args: Parameters<typeof import('../inspect/inspect.ts').templateInspectCommand>) =>
        (await import('../inspect/inspect.ts')).templateInspectCommand(...args),
    );
  template
    .command('init <file>')
    .description(
      'write a starter template.json that makes texts, images, colors and controls editable',
    )
    .option('--out <file>', 'the file to write (template.json beside the package)')
    .option('--force', 'replace an existing file')
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../inspect/init.ts').templateInitCommand>) =>
      (await import('../inspect/init.ts')).templateInitCommand(...args),
    );

  template
    .command('upgrade [version_ids...]')
    .description(
      'import stored versions again after an update of Framepress, and print the changes',
    )
    .option('--all', 'upgrade all versions from an older importer')
    .option('--force', 'upgrade also when mappings fill editables that would be removed')
    .option('--data-dir <folder>', 'data folder of the service, which may be running')
    .addOption(jsonOption())
    .action(
      async (...args: Parameters<typeof import('../template-upgrade.ts').templateUpgradeCommand>) =>
        (await import('../template-upgrade.ts')).templateUpgradeCommand(...args),
    );

  program
    .command('render <file>')
    .description('render a package to a video; needs no server')
    .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
    .addOption(
      new Option(
        '--out <file>',
        'output file; its extension sets the format (.mp4, .webm, .mov, .gif, .zip); can be repeated',
      )
        .argParser((path: string, paths: string[] | undefined) => [...(paths ?? []), path])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--format <format>', 'output format, instead of the extension of --out').choices([
        ...['mp4', 'webm', 'mov', 'gif', 'png', 'jpeg'],
      ]),
    )
    .addOption(
      new Option('--codec <codec>', 'codec; in an MP4: h264 (default), hevc or av1').choices([
        ...['h264', 'hevc', 'av1', 'vp9', 'prores', 'gif', 'png', 'jpeg'],
      ]),
    )
    .option('--width <pixels>', "width of the video (the template's)")
    .option('--height <pixels>', "height of the video (the template's)")
    .option('--fps <number>', "frames per second (the template's)")
    .addOption(
      new Option('--quality <quality>', 'quality; a higher quality needs more encoder time')
        .choices(['draft', 'standard', 'high'])
        .default('standard'),
    )
    .option(
      '--frames <first:end>',
      'render only these frames, counted from the in-point; the end is not included',
    )
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(offlineOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../draw.ts').renderCommand>) =>
      (await import('../draw.ts')).renderCommand(...args),
    );

  program
    .command('still <file>')
    .description(
      'draw one frame to an image on white; also works for a Lottie file without editables',
    )
    .addOption(new Option('--at <seconds>', 'time from the start').conflicts(['frame', 'stillcut']))
    .addOption(
      new Option('--frame <number>', 'frame number, counted from the in-point').conflicts([
        'at',
        'stillcut',
      ]),
    )
    .addOption(new Option('--stillcut <name>', 'a named still').conflicts(['at', 'frame']))
    .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
    .requiredOption('--out <file>', 'the image to write: .png, .jpg, .jpeg or .webp')
    .addOption(
      new Option('--format <format>', 'format, instead of the extension of --out').choices([
        ...['png', 'jpeg', 'webp'],
      ]),
    )
    .option('--width <pixels>', "width of the image (the template's)")
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(offlineOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../still.ts').stillCommand>) =>
      (await import('../still.ts')).stillCommand(...args),
    );

  program
    .command('check <file>')
    .description('check a mapping against a package, as POST /v2/mappings/validate does')
    .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(offlineOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../check.ts').checkCommand>) =>
      (await import('../check.ts')).checkCommand(...args),
    );

  program
    .command('captions <file>')
    .description(
      'check captions (SRT, WebVTT, ASS or JSON) and convert them, or recognise the words of an audio or video file',
    )
    .addOption(
      new Option('--format <format>', 'convert to this format').choices(['vtt', 'srt', 'json']),
    )
    .option('--out <file>', 'the file to write, with --format (standard output)')
    .option('--duration <seconds>', 'duration of the video: later captions are reported')
    .option('--language <tag>', 'the language of the audio, such as de (any)')
    .option('--prompt <text>', 'names and brands that are spoken')
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../captions.ts').captionsCommand>) =>
      (await import('../captions.ts')).captionsCommand(...args),
    );

  program
    .command('compose <file>')
    .description('write the composed Lottie as one self-contained file that any player can show')
    .option('--mapping <file>', 'JSON with "resources"; without it the template uses its examples')
    .requiredOption('--out <file>', 'the JSON to write')
    .addOption(choiceOptions()[0])
    .addOption(choiceOptions()[1])
    .addOption(offlineOption())
    .addOption(jsonOption())
    .action(async (...args: Parameters<typeof import('../draw.ts').composeCommand>) =>
      (await import('../draw.ts')).composeCommand(...args),
    );
}
