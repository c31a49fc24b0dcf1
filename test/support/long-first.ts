import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order: one to four minutes each. */
const LONG = [
  'test/cluster/lost-workers.long',
  'test/crash/isolated',
  'test/docs/samples',
  'test/crash/kill.long',
  'test/crash/kill',
  'test/hostile/linear.long',
  'test/e2e/combinations',
  'test/e2e/render',
  'test/studio/tasks-renders',
  'test/cluster/bad-settings.long',
  'test/cluster/kills.long',
  'test/cluster/walk',
  'test/e2e/accounts',
  'test/editor/foreign-page',
  'test/editor/access',
  'test/player/player',
  'test/crash/hostile.long',
  'test/e2e/sync',
  'test/upgrade/upgrade.long',
  'test/e2e/stored-imports',
  'test/exact/exact',
];

/** Starts the longest files first, so that all workers end at about the same time. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project);
    return [...byProject.values()].flatMap((list) =>
      list.toSorted((a, b) => rankOf(a) - rankOf(b)),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank < 0 ? LONG.length : rank;
}
