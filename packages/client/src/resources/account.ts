import type { Api, CallOptions } from '../api.ts';
import type { Account, Usage } from '../types.ts';

export type UsageQuery = {
  /** First and last day, UTC: `2026-11-20`. */
  from?: string | undefined;
  to?: string | undefined;
  group_by?: 'day' | 'template' | 'day,template' | undefined;
};

/** The account of the token, with its limits and its use. */
export type AccountCalls = {
  get(options?: CallOptions): Promise<Account>;
  usage(query?: UsageQuery, options?: CallOptions): Promise<Usage>;
};

/** Returns the calls for the account of the token. */
export function accountOf(api: Api): AccountCalls {
  return {
    get: async (options) => (await api.call('get', '/v2/account', options)).account,
    usage: (query, options) => api.call('get', '/v2/usage', { ...options, query }),
  };
}
