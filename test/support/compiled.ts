import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A folder that does not exist: the files are only in memory. */
const FOLDER = join(ROOT, 'test/compiled');

/** Compiles modules with `tsc --strict` and the client of the workspace. Returns the errors of each by its name. */
export function compile(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noUnusedLocals: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    customConditions: ['framepress-source'],
    types: ['node'],
  };
  const texts = new Map([...files].map(([name, text]) => [join(FOLDER, name), text]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    directoryExists: (path) => path === FOLDER || (disk.directoryExists?.(path) ?? true),
    getSourceFile: (path, target) => {
      const text = texts.get(path) ?? disk.readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target);
    },
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return new Map(
    [...files.keys()].map((name) => {
      const source = program.getSourceFile(join(FOLDER, name));
      const found = [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
      return [
        name,
        found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
      ];
    }),
  );
}
