import type { TaskFacts } from '../isolated/index.ts';
import type * as draftTasks from './tasks/draft-tasks.ts';
import type * as fileTasks from './tasks/file-tasks.ts';
import type * as heardTasks from './tasks/heard-tasks.ts';
import type * as playerTasks from './tasks/player-tasks.ts';
import type * as sessionTasks from './tasks/session-tasks.ts';
import type * as templateTasks from './tasks/template-tasks.ts';

/** The functions of all tasks. Inputs and results are plain data. */
export type Work = typeof draftTasks &
  typeof fileTasks &
  typeof heardTasks &
  typeof playerTasks &
  typeof sessionTasks &
  typeof templateTasks;

export type TaskKind = keyof Work;
export type TaskInput<K extends TaskKind> = Parameters<Work[K]>[0];
export type TaskResult<K extends TaskKind> = Awaited<ReturnType<Work[K]>>;

/** A thumbnail of a long video with one key frame would take all processors for minutes. */
const THUMBNAIL = { wallSeconds: 60 };

/** All tasks: their names in errors, their queues and their own limits. */
export const TASKS: Record<TaskKind, TaskFacts> = {
  missingFonts: { title: 'Importing the template', queue: 'requests' },
  readTemplate: { title: 'Importing the template', queue: 'jobs' },
  drawTemplate: { title: 'Drawing the template', queue: 'jobs' },
  proposeDraft: { title: 'Reading the template', queue: 'requests' },
  openDraft: { title: 'Importing the template', queue: 'requests' },
  packDraft: { title: 'Importing the template', queue: 'requests' },
  findPlaces: { title: 'Finding the editables', queue: 'requests' },
  writeTemplateFont: { title: 'Reading the font', queue: 'requests' },
  probeInput: { title: 'Reading the file', queue: 'probes', isOfFile: true },
  probeUpload: { title: 'Reading the file', queue: 'probes', isOfFile: true },
  readSpeech: { title: 'Reading the speech', queue: 'probes', isOfFile: true },
  drawThumbnail: {
    title: 'Drawing the thumbnail',
    queue: 'files',
    isOfFile: true,
    limits: THUMBNAIL,
  },
  checkMapping: { title: 'Checking the mapping', queue: 'requests' },
  findHeardAudio: { title: 'Finding the audio for captions', queue: 'requests' },
  listCaptions: { title: 'Reading the captions', queue: 'requests' },
  writeHeardAudio: { title: 'Mixing the audio for captions', queue: 'files' },
  drawStill: { title: 'Drawing the still', queue: 'requests' },
  composeForPlayer: { title: 'Composing the preview', queue: 'requests' },
  mixPlayerAudio: { title: 'Mixing the audio', queue: 'files' },
  shrinkPlayerImage: { title: 'Scaling the image', queue: 'files' },
  renderSession: { title: 'Rendering the video', queue: 'jobs' },
};
