/**
 * Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks): signing, sending and the
 * schedule of retries. It does not depend on events or the database.
 */
export { eventMessage } from './event-message.ts';
export { FAILING_LIMIT_MS, judge, type Verdict } from './schedule.ts';
export { type Attempt, Sender } from './sender.ts';
export { isSigningSecret, newSigningSecret, signedHeaders } from './sign.ts';
