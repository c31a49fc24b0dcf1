/**
 * The reason why a batch waits, its warnings, and the targets that its rows upload to, so that two rows with
 * one target are found without all targets in memory. `digest` is SHA-256, cut to 16 bytes.
 */
export const WAITING_BATCHES = [
  'alter table batches add column waiting_for text',
  "alter table batches add column warnings text not null default '[]'",
  `create table batch_targets (
    batch_id text not null references batches (id) on delete cascade,
    digest text not null,
    row integer not null,
    primary key (batch_id, digest)
  ) without rowid`,
  'create index batch_targets_by_row on batch_targets (batch_id, row)',
];
