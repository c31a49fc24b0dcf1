/** A frame that is not close: `similarity` is the smaller one of the whole image and the drawn area. */
export type FarFrame = {
  file: string;
  frame: number;
  similarity: number;
  warnings: readonly string[];
  fault?: string;
};

const HEADING = '## Frames that are not close';
const UNKNOWN = 'not known';

/**
 * Replaces the rows of the table in docs/fidelity.md. A file keeps the cause that the page names; other files
 * get the warnings of their reports.
 */
export function withTable(page: string, far: readonly FarFrame[]): string {
  const start = page.indexOf(HEADING);
  const lines = page.slice(start).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  if (start < 0 || first < 0) throw new Error(`Expected a table below "${HEADING}".`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  const old = lines.slice(first, length < 0 ? undefined : first + length);
  const causes = new Map(old.map(cellsOf).map(([file = '', , , cause = '']) => [file, cause]));
  const rows = [...new Set(far.map(({ file }) => file))].map((file) => {
    const fileFrames = far.filter((frame) => frame.file === file);
    const [{ warnings, fault } = { warnings: [] }] = fileFrames;
    const name = `\`${file.slice(file.lastIndexOf('/') + 1)}\``;
    const codes = warnings.map((code) => `\`${code}\``).join(', ');
    return [
      name,
      fileFrames.map(({ frame }) => frame).join(', '),
      fileFrames.map(({ similarity }) => Math.max(0, similarity).toFixed(2)).join(', '),
      causes.get(name) ?? (fault || codes || UNKNOWN),
      codes || 'no',
    ];
  });
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['File', 'Frames', 'Similarity', 'Cause', 'Warned'];
  const table = [head, head.map(() => '---'), ...rows].map(lineOf);
  lines.splice(first, old.length, ...table);
  return page.slice(0, start) + lines.join('\n');
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
