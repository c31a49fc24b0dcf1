/**
 * Servers that speak texts and recognise words, and the store of the files that they make: each once in an account.
 */
export { type AudioLevels, alignWords, heardSpans, type SaidWord } from './align-words.ts';
export { LocalEngine } from './local/local-engine.ts';
export { ModelProblem } from './local/model-problem.ts';
export { type FileToMake, MADE, type MadeFile, type MadeFilesOptions } from './made-files.ts';
export { checkMadeAgain } from './made-limits.ts';
export { Models } from './models.ts';
export {
  openRecogniser,
  type Recogniser,
  shareOfService,
  type TranscriptionSettings,
} from './recogniser.ts';
export { saidWords } from './said-words.ts';
export { openSpeechServer, type SpeechSettings } from './servers.ts';
export { type SpokenText, speakText, speechKey } from './speak-text.ts';
export { readSpeechAnswer } from './speech-answer.ts';
export { type SpeechFacts, speechFacts } from './speech-facts.ts';
export { noSpeechError } from './spoken-draft.ts';
export { noTranscriptionError, type Transcript } from './transcript.ts';
