import { expect, test } from 'vitest';
import { NewestTask } from './newest-task.ts';

test('of the tasks that come while one runs, only the newest runs', async () => {
  const tasks = new NewestTask();
  const ran: number[] = [];
  let finish = () => {};
  const first = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const runs = [
    tasks.run(async () => {
      ran.push(0);
      await first;
    }),
    ...[1, 2, 3].map((number) =>
      tasks.run(async () => {
        ran.push(number);
      }),
    ),
  ];
  finish();
  await Promise.all(runs);
  expect(ran).toEqual([0, 3]);
  expect(tasks.isRunning).toBe(false);
});

test('a task that fails does not stop later ones', async () => {
  const tasks = new NewestTask();
  await expect(tasks.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let hasRun = false;
  await tasks.run(async () => {
    hasRun = true;
  });
  expect(hasRun).toBe(true);
});
