import type { ByteProgress, TemplateStyleVersionSummary } from '@framepress/client';
import type { AppContext } from '../app-context.ts';
import { type ColumnMap, type Editables, renamesOf } from '../shared/map-columns.ts';
import { mappingOf } from './all-rows.ts';
import type { BatchChoices } from './batch-choices.ts';
import { outputFields } from './batch-output.ts';
import type { CsvTable } from './csv.ts';
import { mediaColumns } from './match-files.ts';
import type { RowMedia } from './row-media.ts';
import { csvFile, type SourceTable } from './source-table.ts';

/** A batch that can be sent. */
export type ReadyBatch = {
  version: TemplateStyleVersionSummary;
  editables: Editables;
  source: SourceTable;
  table: CsvTable;
  map: ColumnMap;
  media: RowMedia;
  choices: BatchChoices;
  title: string;
};

/** Sends the files that rows name, and then the table, to be checked. Returns the id of the batch. */
export async function sendBatch(
  { t, upload }: Pick<AppContext, 't' | 'upload'>,
  batch: ReadyBatch,
  report: (progress: { label: string; value: number }) => void,
  signal: AbortSignal,
): Promise<string> {
  const { source, table, editables, media, map } = batch;
  const positions = mediaColumns(table, map, editables);
  let { file, options, kind } = source;
  if (media.match(table, positions).files.size > 0 && !table.isCut) {
    const rows = await media.send(
      table,
      positions,
      ({ count, total }) => {
        const label = t('newBatch.sendingFiles', { count, total });
        report({ label, value: (100 * count) / Math.max(1, total) });
      },
      signal,
    );
    file = csvFile(file.name.replace(/\.[^.]+$/, '.csv'), table.columns, rows);
    [options, kind] = [{}, 'csv'];
  }
  const label = t('newBatch.sending');
  const onUploadProgress = ({ bytes, total = file.size }: ByteProgress) =>
    report({ label, value: (100 * bytes) / Math.max(1, total) });
  const request = { [kind]: file, ...options, ...fieldsOf(batch) };
  const { id } = await upload(file, request, ({ batches }, call) =>
    batches.create(request as never, { ...call, signal, onUploadProgress }),
  );
  return id;
}

function fieldsOf({ version, title, choices, map, editables }: ReadyBatch) {
  const { render, usesExamples, values, output } = choices;
  return {
    template_style_version_id: version.id,
    title,
    render,
    columns: renamesOf(map),
    mapping: {
      ...mappingOf(values, editables),
      ...(usesExamples && { missing: 'example' as const }),
    },
    ...outputFields(output),
    start: false,
  };
}
