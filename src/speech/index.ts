/**
 * Servers that speak texts and recognise words, and the store of the files that they make: each once in an account.
 */
export { alignWords, type SaidWord, type SoundLevels } from './align-words.ts';
export { type FileToMake, MADE, type MadeFile, type MadeFilesOptions } from './made-files.ts';
export { type ModelRequest, ModelServer } from './model-server.ts';
export {
  Models,
  openSpeechServer,
  openTranscriptionServer,
  type ServerSettings,
  type SpeechSettings,
} from './models.ts';
export { recogniseWords, transcriptionKey } from './recognise.ts';
export { type SpokenText, speakText, speechKey, voiceOf } from './speak-text.ts';
export { canSpeakDrafts, draftLanguages, noSpeechError } from './spoken-draft.ts';
export { noTranscriptionError, type Transcript } from './transcript.ts';
