import { expected, textOf } from '../base/index.ts';
import type { Config } from '../config/index.ts';

/** A host as it stands in a URL: an IPv6 address has brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Why the service cannot listen, with a hint. */
export function cannotListen(
  {
    host,
    port,
    variable = '--port or PORT',
  }: Pick<Config, 'host' | 'port'> & { variable?: string },
  { code, message }: NodeJS.ErrnoException,
): [message: string, details: { hint: string }] {
  if (code === 'EADDRINUSE') {
    const hint = `Stop the program that listens there, or choose another port with ${variable}.`;
    return [`The port ${port} of ${host} is in use.`, { hint }];
  }
  if (code === 'EACCES') {
    const hint = `Choose a port from 1024 on with ${variable}.`;
    return [`The port ${port} of ${host} is for the system's own programs.`, { hint }];
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const hint = '127.0.0.1 is reached from this machine only, 0.0.0.0 from all networks.';
    const fault = expected('an address of this machine', '--host or HOST', host);
    return [textOf(fault), { hint }];
  }
  return [`The service cannot listen at ${host}:${port}: ${message}.`, { hint: 'Choose another.' }];
}
