/** Templates: the public form of their versions. */
export {
  type PublicVersion,
  presentEditables,
  presentVersion,
  presentVersionSummary,
  versionSchema,
  versionStatus,
  versionSummarySchema,
  videoSeconds,
} from './public-version.ts';
