/**
 * The program of isolated processes: importing, composing, shaping, probing, mixing. It runs one task at a time, has no
 * secrets and no database, and can be killed at any moment.
 */
import { limitTask } from '../expressions/index.ts';
import { serveTasks } from '../isolated/index.ts';
import * as draftTasks from './tasks/draft-tasks.ts';
import * as fileTasks from './tasks/file-tasks.ts';
import * as heardTasks from './tasks/heard-tasks.ts';
import * as playerTasks from './tasks/player-tasks.ts';
import * as sessionTasks from './tasks/session-tasks.ts';
import type { TaskContext, TaskReport } from './tasks/task-context.ts';
import { TemplateCache } from './tasks/template-cache.ts';
import * as templateTasks from './tasks/template-tasks.ts';
import type { TaskKind, Work } from './tasks.ts';

const WORK: Work = {
  ...draftTasks,
  ...fileTasks,
  ...heardTasks,
  ...playerTasks,
  ...sessionTasks,
  ...templateTasks,
};

serveTasks(({ settings, store, emit }) => {
  limitTask(settings.taskCpuSeconds);
  const report = (content: TaskReport) => emit({ name: 'report', report: content });
  const templates = new TemplateCache(store, (newImport) =>
    report({ name: 'imported again', ...newImport }),
  );
  return (kind, input, ports) => {
    const work = WORK[kind as TaskKind] as (input: unknown, to: TaskContext) => Promise<unknown>;
    return work(input, { ...ports, templates, report });
  };
});
