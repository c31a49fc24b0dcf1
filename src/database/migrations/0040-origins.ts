/** The request that started the last render of a session, for the log and traces of its jobs. */
export const ORIGINS = ['alter table render_sessions add column origin text'];
