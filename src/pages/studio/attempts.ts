import type { FastifyReply, FastifyRequest } from 'fastify';
import { enforceRate, RateCounter } from '../../http/index.ts';
import { networkOf } from '../../media/fetch/index.ts';
import type { PagesContext } from '../context.ts';

/** Limit for the keys of the rate counter. An IPv6 address has at most 45 characters. */
const MAX_ADDRESS_CHARACTERS = 64;

/** Returns a function that limits the attempts to sign in, for each network address. */
export function attemptLimit({ config, clock }: PagesContext) {
  const addresses = new RateCounter(config.tokenRateLimitPerMinute, clock);
  return (request: FastifyRequest, reply: FastifyReply): void =>
    enforceRate(addresses.count(networkOf(request.ip).slice(0, MAX_ADDRESS_CHARACTERS)), reply);
}
