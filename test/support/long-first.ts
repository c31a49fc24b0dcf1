import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, in this order: from four minutes to twelve seconds. */
const LONG = [
  'test/cluster/lost-workers.long',
  'test/crash/kill.long',
  'test/hostile/linear.long',
  'test/cluster/bad-settings.long',
  'test/cluster/kills.long',
  'test/crash/hostile.long',
  'test/upgrade/upgrade.long',
  'test/studio/faults',
  'test/cluster/walk',
  'test/studio/tasks-fill',
  'test/studio/tasks-renders',
  'test/player/player',
  'test/studio/gallery',
  'test/studio/renders',
  'test/render/segments',
  'test/editor/bad-input',
  'test/editor/media-fields',
  'test/studio/axe',
  'test/studio/shell',
  'test/e2e/roles',
  'test/render/formats',
  'test/e2e/delivery',
  'test/docs/samples',
  'test/exact/exact',
  'test/e2e/hostile',
  'test/delivery/stores',
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
