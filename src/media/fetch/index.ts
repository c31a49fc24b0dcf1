/**
 * Fetches files from URLs, with an address policy, size and time limits, retries and a shared cache.
 */
export { networkOf, parseAddressPolicy } from './address-policy.ts';
export { checkedUrl, guardedLookup } from './checked-url.ts';
export { FetchCache, fetchFolder } from './fetch-cache.ts';
export { fetchWithinBudget } from './fetch-within-budget.ts';
export { Fetcher, type FetchOptions, type FileFetcher } from './fetcher.ts';
export { Retries, retryAfterMs, ServerBusy } from './retry.ts';
export { Shared } from './shared.ts';
