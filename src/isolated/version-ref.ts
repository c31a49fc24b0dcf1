import type { TemplateVersion } from '../database/index.ts';
import type { TemplateRef } from './template-cache.ts';

/** The fields of a version that tasks need. Accounts take turns by `accountId`. */
export type Version = TemplateRef & Pick<TemplateVersion, 'accountId'>;

/** Returns the fields of a version that a process gets. */
export function refOf(version: TemplateRef): TemplateRef {
  const { id, digest, packageKey, packageLabel, animation, theme, language } = version;
  const { templateDigest } = version;
  return { id, digest, packageKey, packageLabel, animation, theme, language, templateDigest };
}

/** A different import of a version may give a different result. */
export function importOf({ id, templateDigest }: Version): string {
  return `${id} ${templateDigest ?? ''}`;
}
