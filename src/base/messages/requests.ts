/** Messages about requests and limits. */
export const REQUESTS_MESSAGES = {
  account_queue:
    'The account has {count} waiting or running sessions and imports (limit: {limit}).',
  hint_wait_some: 'Wait until some have ended, or cancel some.',
  account_storage: 'The account would store {used} MB (limit: {limit} MB).',
  hint_remove_sessions: 'Remove sessions or uploads, or wait until uploads expire.',
  account_frames:
    'The render has {frames} frames, but {remaining} of {limit} frames are left today.',
  hint_shorter_video: 'Render a shorter video, fewer frames per second or fewer files.',
  hint_next_day: 'Wait until the next day (UTC), or cancel sessions that have not ended.',
  account_batches: 'The account has {count} unfinished batches (limit: {limit}).',
  hint_wait_one: 'Wait until one has ended, or cancel one.',
  request_too_large: 'The body is larger than {max_bytes} bytes.',
  file_too_large: 'The file is too large.',
  nobody_signed_in: 'Nobody is signed in.',
  session_ended: 'The session has ended.',
  hint_sign_in_again: 'Sign in again.',
  internal_error: 'Something went wrong inside Framepress.',
  version_importing: 'The version {version} is being imported.',
  hint_wait_import: 'Wait until its import has ended.',
  hint_wait_or_cancel: 'Wait until it has ended, or cancel it.',
  version_in_use: 'The version {version} is used by the render session {id}.',
  upload_in_use: 'The upload {upload} is used by the session {id}.',
  edit_storage: 'The edit tokens of this session would store {used} MB (limit: {limit} MB).',
  hint_edit_storage:
    'Remove uploads of the session, or wait until those that no mapping names expire.',
  version_not_failed: 'Expected a version that has failed but {id} is {status}.',
  hint_upload_version: 'To change a template, upload a new version.',
  import_late: 'The import of {version} did not end in time, because the machine was busy.',
  hint_import_again:
    'The package may be right. Import it again: POST /v2/template_style_versions/:id/retry.',
  mapping_large: 'Expected a mapping of at most {max_bytes} bytes but it would have {bytes}.',
  hint_shorter_entries: 'Remove entries or shorten them.',
  codec_missing: 'Expected a codec that this service can encode for {place} but received {codec}.',
  hint_codec: 'Use a different codec, or ask the operator to install ffmpeg with {names}.',
} as const;
