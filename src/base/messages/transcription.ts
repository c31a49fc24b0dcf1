/** Messages about words from audio. */
export const TRANSCRIPTION_MESSAGES = {
  captions_no_voice: 'Expected an audio track "{name}" for the captions but received none.',
  hint_captions_voice: 'Add "voice" to "audio_tracks", or name another editable.',
  captions_heard_only: 'Expected "{field}" only together with "{other}".',
  hint_captions_heard_only: 'Leave it out. It belongs to captions whose words come from audio.',
  hint_captions_times_of: 'Leave it out. The words of an editable have its times.',
  transcription_none: 'The service does not recognise words in audio.',
  hint_transcription_none:
    'The operator of the service sets FRAMEPRESS_TRANSCRIPTION_URL to a transcription server, or FRAMEPRESS_TRANSCRIPTION_MODEL_FOLDER to a model. Or send the captions as a file.',
  transcription_model_unusable: 'The model {model} for words in audio cannot be used: {reason}.',
  hint_transcription_doctor: 'The operator of the service runs "framepress doctor".',
  transcription_model_late: 'The model {model} for words in audio made no progress in {seconds} s.',
  transcription_model_ended: 'The model {model} for words in audio ended its process ({reason}).',
  transcription_model_language:
    'The model {model} for words in audio does not know the language {language}.',
  hint_transcription_language:
    'Leave the language out, or use one that the model knows: {languages}',
  transcription_no_times: 'The answer of {server} has no times.',
  hint_transcription_model:
    'The operator of the service sets FRAMEPRESS_TRANSCRIPTION_MODEL to a model that gives the times of words, with the response format verbose_json.',
  transcription_many_words: 'The answer of {server} has too many words.',
  transcription_no_json: 'The answer of {server} is not a JSON object.',
  captions_empty_audio: 'The captions are empty, because the video does not play their audio.',
  captions_no_words: 'The captions are empty, because no words were recognised in the audio.',
  captions_of_session: 'Expected the {count} captions of the session but received {received}.',
  hint_captions_of_session: 'GET …/captions returns the captions of a session in their order.',
} as const;
