/** The configuration of the service, read from environment variables. */
export { requireShared } from './cluster.ts';
export { type Config, readConfig } from './config.ts';
export type { OpenIdConfig } from './openid.ts';
export type { ModelServerConfig, SpeechConfig } from './speech.ts';
