/** Accounts: their public form, and links that sign people in. */
export { accountSchema, presentAccount } from './public-account.ts';
export { LINK_NOTE, signInLink } from './studio-link.ts';
