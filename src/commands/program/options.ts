import { Option } from 'commander';

export function jsonOption(): Option {
  return new Option('--json', 'print the result as JSON');
}

export function dataDirOption(): Option {
  return new Option('--data-dir <folder>', 'data folder of the service');
}
