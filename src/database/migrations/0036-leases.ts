/** Work that one process at a time does, such as sending webhooks. */
export const LEASES = [
  `create table leases (
    name text primary key,
    holder text not null,
    epoch integer not null,
    until bigint not null
  )`,
];
