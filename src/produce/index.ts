/**
 * A template, a mapping and its files → a composition: ingests the files, decodes videos, scales images and calls
 * `compose/`. Sessions, stills, checks and the command line use it. `tasks/` has the tasks that isolated processes do
 * with templates, compositions and files; `tasks.ts` lists them.
 */

export {
  type AccountFiles,
  ingestAccountFonts,
  inputSources,
  withFonts,
} from './account-inputs.ts';
export { textTracks } from './caption-outputs.ts';
export { hearAllWords, hearWords, withoutFailedWords } from './hear.ts';
export {
  type IngestedAssets,
  type IngestedInputs,
  type InputSources,
  ingestInputs,
  tryInputs,
} from './ingest-inputs.ts';
export { IsolatedTasks } from './isolated-tasks.ts';
export { accountListener, localListener } from './listeners.ts';
export { type Produced, produce, produceText } from './produce.ts';
export {
  estimateBytes,
  filesFolder,
  filesPrefix,
  hlsFolder,
  inputsPrefix,
  presentLoudness,
  templateKey,
} from './session-files.ts';
export { localSpeaker } from './speech/speak.ts';
export { type Steps, stepsIn } from './steps.ts';
export type { ListedCaptions } from './tasks/heard-tasks.ts';
export { RENDERED_PERCENT, SHARE } from './tasks/task-context.ts';
export type { StoredAgain } from './tasks/template-cache.ts';
export type { TaskResult } from './tasks.ts';
export { transcribeFile } from './transcribe-file.ts';
