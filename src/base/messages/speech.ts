/** Messages about texts that are spoken, and words that are recognised in audio. */
export const SPEECH_MESSAGES = {
  speech_server: 'the speech server',
  transcription_server: 'the transcription server',
  model_status: 'The request to {server} failed with status {status}.',
  model_refused: 'The request to {server} failed with status {status}: {reason}',
  model_unreachable: 'The request to {server} failed, because it cannot be reached.',
  model_broken_off: 'The answer of {server} broke off.',
  model_late: 'The request to {server} took longer than {seconds} s.',
  model_too_large: 'Expected at most {max} bytes from {server} but received more.',
  hint_model_later: 'Try again later. If it fails again, inform the operator of the service.',
  hint_model_key: 'The operator of the service checks {variable}.',
  speech_limit:
    'The text has {characters} characters, but {left} of {limit} characters that may be spoken are left today.',
  transcription_limit:
    'The audio has {seconds} s, but {left} of {limit} s of audio whose words may be recognised are left today.',
  edit_speech_limit:
    'The text has {characters} characters, but the edit tokens of this session may have only {left} of {limit} characters more spoken today.',
  edit_transcription_limit:
    'The audio has {seconds} s, but the edit tokens of this session may have the words of only {left} of {limit} s more recognised today.',
  hint_speech_limit: 'Wait until the next day (UTC), or use texts that were spoken before.',
  hint_transcription_limit: 'Wait until the next day (UTC), or send the captions as a file.',
  speech_too_long:
    'Expected at most {max} characters for the spoken text of "{editable}" but received {length}.',
  hint_speech_shorten: 'Shorten the text, or speak it in several tracks.',
  speech_empty:
    'Expected a text that can be spoken for "{editable}" but received no letter and no digit.',
  hint_speech_empty: 'Write a text, or give "source": null for silence.',
  speech_brace:
    'Expected the name of a text between braces in the spoken text of "{editable}" but received "{brace}" alone.',
  hint_speech_brace: 'Write "{braces}" for a brace.',
  speech_name:
    'Expected the name of a text of this template in the spoken text of "{editable}" but received "{name}".',
  start_without_voice:
    'Expected "start" only for the audio track "voice" but received it for "{editable}".',
  hint_start: 'Leave it out: the template says when this track plays.',
  speech_unplayable:
    'Expected audio from the speech server but received {bytes} bytes that cannot be played.',
  speech_unavailable: 'The service has no speech.',
  hint_speech_unavailable:
    'The operator of the service sets FRAMEPRESS_SPEECH_URL to a speech server, or installs espeak-ng for drafts.',
  speech_no_voice: 'The spoken draft has no voice for the language {language}.',
  hint_speech_no_voice: 'Give another "language", or a "voice" of GET /v2/speech.',
  speech_draft: 'The speech is a draft of espeak-ng, because the service has no speech server.',
  speech_faster: 'The audio of "{editable}" is longer than its place: it plays {percent} % faster.',
  speech_cut: 'The audio of "{editable}" is longer than its place: its last {seconds} s are cut.',
  speech_faster_cut:
    'The audio of "{editable}" is longer than its place: it plays {percent} % faster, and its last {seconds} s are cut.',
  speech_late: 'The audio of "{editable}" is not heard: it begins after the end of the video.',
} as const;
