/** Forms of JSON that several resources contain. */

export { wordingFields } from '../template/index.ts';
export { exceededLimitSchema, faultSchema, type Warning, warningSchema } from './fault-schema.ts';
export { type CaptionFit, captionFitSchema, fitSchema } from './fit-schema.ts';
