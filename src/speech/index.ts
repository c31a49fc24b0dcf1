/**
 * Servers that speak texts and recognise words, and the store of the files that they make: each once in an account.
 */
export { type AudioLevels, alignWords, heardSpans, type SaidWord } from './align-words.ts';
export { type FileToMake, MADE, type MadeFile, type MadeFilesOptions } from './made-files.ts';
export { checkMadeAgain } from './made-limits.ts';
export {
  Models,
  openSpeechServer,
  openTranscriptionServer,
  type ServerSettings,
  type SpeechSettings,
} from './models.ts';
export { recogniseWords, transcriptionKey } from './recognise.ts';
export { type SpokenText, speakText, speechKey } from './speak-text.ts';
export { type SpeechFacts, speechFacts } from './speech-facts.ts';
export { noSpeechError } from './spoken-draft.ts';
export { noTranscriptionError, type Transcript } from './transcript.ts';
