import { Option } from 'commander';

export function jsonOption(): Option {
  return new Option('--json', 'print the result as JSON');
}

export function dataDirOption(): Option {
  return new Option('--data-dir <folder>', 'data folder of the service');
}

export function offlineOption(): Option {
  return new Option('--offline', 'do not fetch fonts whose addresses the animation has');
}

/** Options of the commands that read a package. */
export function choiceOptions(): [Option, Option] {
  return [
    new Option('--animation <name>', 'of a .lottie with several animations: the one to use'),
    new Option('--theme <name>', 'of a .lottie: the theme to apply'),
  ];
}
