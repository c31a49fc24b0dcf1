/** Accounts: their public form. */
export { accountSchema, presentAccount } from './public-account.ts';
