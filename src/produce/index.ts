/**
 * A template, a mapping and its files → a composition: ingests the files, decodes videos, scales images and calls
 * `compose/`. Sessions, stills, checks and the command line use it.
 */

export { keepWarm as warmUp, limitTask as limitExpressions } from '../expressions/index.ts';
export { shrinkImage } from '../media/image/index.ts';
export { drawThumbnail, type ThumbnailTask } from './draw-thumbnail.ts';
export { type ExampleFile, exampleFiles } from './example-files.ts';
export { fontFileName } from './font-file-name.ts';
export {
  type IngestedAssets,
  type IngestedInputs,
  type InputSources,
  ingestInputs,
  tryInputs,
} from './ingest-inputs.ts';
export { type InputToProbe, type ProbedInput, probeInput } from './probe-input.ts';
export { type ProbedUpload, probeUpload } from './probe-upload.ts';
export { type Produced, type ProduceRequest, produce, produceText } from './produce.ts';
export { type Steps, stepsIn } from './steps.ts';
export { ingestTemplateAudio } from './template-audio.ts';
