/** Starts of an import that ended because the machine was busy, since its upload or its last retry. */
export const LATE_STARTS = [
  'alter table template_style_versions add column late_starts integer not null default 0',
];
