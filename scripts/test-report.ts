import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * What a run of Vitest did. A file is named from the root of the repository, and once for each project that it
 * runs in.
 */
export type Report = { files: ReportedFile[]; failures: ReportedFailure[] };
export type ReportedFile = {
  project: string;
  file: string;
  seconds: number;
  /** Full names of the tests that passed. */
  passed: string[];
};
/**
 * A test that failed or did not end; without `test`, an error of a hook or of the file; without `file`, an error
 * outside of all files.
 */
export type ReportedFailure = { project: string; file?: string; test?: string; text: string };

const MAX_LINES = 40;

/** Writes the report of a run to a file. */
export class ReportWriter implements Reporter {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const report: Report = {
      files: modules.map(fileOf),
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandledErrors.map((error) => ({ project: '', text: textOf([error]) })),
      ],
    };
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

function fileOf(module: TestModule): ReportedFile {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    ...placeOf(module),
    seconds: (collectDuration + setupDuration + duration) / 1000,
    passed: [...module.children.allTests('passed')].map(({ fullName }) => fullName),
  };
}

function failuresOf(module: TestModule): ReportedFailure[] {
  const place = placeOf(module);
  const failures: ReportedFailure[] = [];
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === 'failed') failures.push({ ...place, test: test.fullName, text: textOf(errors) });
    if (state === 'pending')
      failures.push({ ...place, test: test.fullName, text: '  It did not end.' });
  }
  const errors = [module, ...module.children.allSuites()].flatMap((task) => task.errors());
  // A file whose process ended has failed without an error.
  if (errors.length > 0 || (module.state() === 'failed' && failures.length === 0))
    failures.push({ ...place, text: textOf(errors) });
  return failures;
}

function placeOf({ project, moduleId }: TestModule) {
  return { project: project.name, file: relative(project.vitest.config.root, moduleId) };
}

/** Returns the first lines of errors, without those of libraries. */
function textOf(errors: readonly SerializedError[]): string {
  return errors
    .flatMap(({ message, stack = message, diff = '' }) => `${stack}\n${diff}`.split('\n'))
    .filter((line) => line !== '' && !line.includes('/node_modules/'))
    .slice(0, MAX_LINES)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n');
}
