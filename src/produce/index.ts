/**
 * A template, a mapping and its files → a composition on disk: ingests the files, decodes videos, scales pictures and
 * calls `compose/`. Sessions, stills, checks and the command line go this way.
 */
export {
  type IngestedAssets,
  type InputSources,
  ingestInputs,
  tryInputs,
} from './ingest-inputs.ts';
export { type InputToProbe, type ProbedInput, probeInput } from './probe-input.ts';
export { type ProbedUpload, probeUpload } from './probe-upload.ts';
export { type Produced, produce, produceText } from './produce.ts';
export { ingestTemplateAudio } from './template-audio.ts';
