export { type StringKey, type Translate, translatorOf } from './translate.ts';
