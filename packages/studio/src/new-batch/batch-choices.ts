import type { RenderKind } from '@framepress/client';
import type { ColumnMap } from '../shared/map-columns.ts';
import type { AllRows } from './all-rows.ts';
import { type BatchOutput, DEFAULT_OUTPUT } from './batch-output.ts';

/** What a person chose for a new batch, beside the template, the table and the files. */
export type BatchChoices = {
  /** What columns fill that a person has chosen, by the names of the columns. */
  columns: ColumnMap;
  /** The values of content that is the same in all rows. */
  values: AllRows;
  /** The names of the files among these values, by the names of editables. */
  fileNames: Readonly<Record<string, string>>;
  output: BatchOutput;
  render: RenderKind;
  /** Undefined: the name of the file. */
  title: string | undefined;
  usesExamples: boolean;
};

export const FIRST_CHOICES: BatchChoices = {
  columns: {},
  values: {},
  fileNames: {},
  output: DEFAULT_OUTPUT,
  render: 'final',
  title: undefined,
  usesExamples: true,
};
