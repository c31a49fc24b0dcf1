/** `revision` grows with each change of what an editor shows, so that two editors notice each other. */
export const REVISIONS = [
  'alter table render_sessions add column revision integer not null default 1',
];
