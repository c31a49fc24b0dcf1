/** Messages about words from audio. */
export const TRANSCRIPTION_MESSAGES = {
  captions_of_wrong_kind:
    'Expected the name of a video or audio editable but "{editable}" takes {kind}.',
  captions_no_voice: 'Expected an audio track "{name}" for the captions but received none.',
  hint_captions_voice: 'Add "voice" to "audio_tracks", or name another editable.',
  captions_of_unknown:
    'Expected the name of a video or audio editable, or "mix", but received "{received}".',
  captions_heard_only: 'Expected "{field}" only together with "from".',
  hint_captions_heard_only: 'Leave it out. It belongs to captions whose words come from audio.',
} as const;
