import { bytesText } from '../components/format.ts';
import type { Translate } from '../strings/index.ts';
import type { CsvFault } from './csv.ts';

/** Returns a fault of a CSV file in plain words, with what to do. */
export function csvFaultText(fault: CsvFault, t: Translate, lang: string): string {
  switch (fault.kind) {
    case 'quote':
      return t('csv.quote', { line: fault.line });
    case 'unnamed':
      return t('csv.unnamed', { column: fault.column });
    case 'repeated':
      return t('csv.repeated', { name: fault.name });
    case 'columns':
      return t('csv.columns', { count: fault.count });
    case 'bytes':
      return t('csv.bytes', { size: bytesText(fault.bytes, lang) });
    case 'empty':
    case 'encoding':
      return t(`csv.${fault.kind}`);
  }
}
