/**
 * Segments that any machine draws, by the folder of their stored files; the sessions that want them; and the
 * last place of each account. `claims` counts the processes that began to draw a segment.
 */
export const SEGMENTS = [
  `create table segments (
    id varchar(255) primary key,
    account_id varchar(64) not null,
    session_id varchar(64) not null,
    engine varchar(64) not null,
    state varchar(16) not null,
    priority integer not null,
    place bigint not null,
    frames integer not null,
    pack varchar(255) not null,
    outputs text not null,
    claims integer not null default 0,
    survived integer not null default 0,
    failures integer not null default 0,
    holder varchar(64),
    held_until bigint not null default 0,
    cpu_seconds double precision not null default 0,
    bytes bigint not null default 0,
    error text,
    last_used_at bigint not null
  )`,
  `create index segments_wanted on segments (engine, priority, place) where state = 'wanted'`,
  'create index segments_used on segments (state, last_used_at)',
  `create table segment_wants (
    session_id varchar(64) not null,
    segment_id varchar(255) not null,
    epoch integer not null,
    primary key (session_id, segment_id)
  )`,
  'create index segment_wants_segment on segment_wants (segment_id)',
  `create table segment_places (
    account_id varchar(64) not null,
    priority integer not null,
    place bigint not null,
    primary key (account_id, priority)
  )`,
];
