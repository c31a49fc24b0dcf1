/** Messages about captions. */
export const CAPTIONS_MESSAGES = {
  caption_line: 'Expected {what} in line {line} of the {format} captions but received {received}.',
  caption_cue: 'Expected {what} for cue {cue} of the captions but received {received}.',
  captions_no_list: 'Expected a list of cues for the captions but received {received}.',
  captions_not_json: 'The captions are not valid JSON.',
  captions_many: 'Expected at most {max} cues for the captions but received more.',
  caption_characters:
    'Expected at most {max} characters for cue {cue} of the captions but received {length}.',
  caption_lines: 'Expected at most {max} lines for cue {cue} of the captions but received {count}.',
  captions_characters: 'Expected at most {max} characters for all captions but received more.',
  captions_bytes: 'Expected at most {max} bytes for captions but received more.',
  captions_empty: 'The captions have no cues.',
  captions_binary: 'The captions are not a text file.',
  captions_unknown: 'The captions have no format that is known.',
  captions_encoding: 'The captions are not valid {encoding}.',
  hint_caption_formats: 'Use SRT, WebVTT, ASS or a JSON list of cues.',
  hint_caption_ttml: 'Convert TTML to WebVTT or SRT.',
  hint_caption_split: 'Split the text into several cues, or the video into several parts.',
  hint_caption_srt:
    'Write the start and the end, such as 00:00:01,000 --> 00:00:03,500, and an empty line between cues.',
  hint_caption_vtt:
    'Write the start and the end, such as 00:00:01.000 --> 00:00:03.500, and an empty line between cues.',
  hint_caption_ass: 'Write the times as hours, minutes and seconds, such as 0:00:01.50.',
  hint_caption_ass_format:
    'Write Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text.',
  hint_caption_json:
    'Write a list of cues, such as [{ "start": 1, "end": 3.5, "text": "Hello" }], with times in seconds.',
  hint_caption_order: 'Write the start before the end.',
  hint_caption_seconds: 'Write seconds from the start of the video, such as 1.5.',
  hint_caption_text: 'Write "text": "Hello".',
  hint_caption_words:
    'Write "words": [{ "start": 1, "end": 1.5, "text": "Hello" }], or leave it out.',
  hint_caption_word: 'Write each word as it is in the text, with its punctuation.',
  hint_save_as_utf8: 'Save the file as UTF-8.',
  what_cue_times: 'the times of a cue',
  what_cue_end: 'an end after the start',
  what_cue_start_end: 'a start and an end',
  what_ass_fields: 'the fields Start, End and, as the last one, Text',
  what_cue_seconds: 'a time in seconds',
  what_cue_object: 'an object with start, end and text',
  what_cue_words: 'a list of at most {max} words',
  what_cue_word: 'words of the text in their order',
  caption_joined: 'The caption at {time} begins together with another one: both are shown.',
  caption_crowded: 'The caption at {time} is left out, because too many begin at the same time.',
  caption_cut_by_next:
    'The caption at {time} ends where the next one begins, because they overlap.',
  caption_outside: 'The caption at {time} begins after the end of the video and is left out.',
  caption_cut_at_end: 'The caption at {time} ends with the video.',
  caption_short: 'The caption at {time} shows for only {seconds} s.',
  caption_long: 'The caption at {time} shows for {seconds} s.',
  caption_fast:
    'The caption at {time} has {speed} characters per second, more than the {most} that people read with ease.',
  captions_more: '{count} more captions have the same problem.',
  captions_track: 'Captions "{track}": {message}',
  captions_beside_file: 'Expected no captions for {pointer}, because {file} is not a video.',
  captions_beside_url:
    'Expected no captions for {pointer}, because a presigned URL is the target of one file.',
  hint_captions_video: 'Send "captions" with the delivery of a video.',
  hint_captions_url:
    'Use a destination, or read the captions at the addresses that the session has.',
  captions_markup: 'Tags, styles and positions of the captions are left out (lines: {lines}).',
  caption_overflow:
    'The caption at {time} is too long for its place. Split it into several captions.',
  caption_reduced:
    'The caption at {time} is long: it has {lines} lines at {percent} % of the size.',
  caption_font: 'The font "{font}" of the captions is missing. It is replaced.',
  caption_hidden: 'The caption at {time} is left out: the template shows no captions at this time.',
  captions_not_played:
    'The captions of "{name}" are left out: the video plays no part of its file, or plays it with time remapping.',
  caption_not_played:
    'The caption at {time} of the file of "{name}" is left out: the video does not play this part.',
  captions_repeated:
    'Some captions of "{name}" are left out, because the video repeats them more often than the {max} captions that it may have.',
  playing_editable_type:
    'Expected the name of a video or audio editable but "{name}" takes {type}.',
  playing_editable_unknown:
    'Expected the name of a video or audio editable of this template but received "{name}".',
  captions_layer_editable:
    'Captions are not drawn in this layer, because it is the editable "{name}".',
  captions_layer_elsewhere:
    'Captions are not drawn in this layer, because "captions" in template.json gives another place.',
  captions_layer_many:
    'Captions are not drawn in this layer: only the first {most} layers with its name have them.',
  captions_layer_hidden: 'Captions are not drawn in this layer, because it never shows.',
  captions_layer_time:
    'Captions are not drawn in this layer, because a composition around it has time remapping or runs backwards.',
  captions_layer_animators: 'Captions do not have the text animators of this layer.',
  captions_layer_path: 'Captions do not follow the path of this layer.',
  captions_layer_keyframes:
    'The text of this layer changes by keyframes. Captions have the look of the first one.',
  captions_layer_expression: 'The text of this layer has an expression. Captions replace it.',
  hint_captions_layer:
    'Use a visible text layer that is no editable, without text animators, path, expression and time remapping.',
  captions_no_layer: 'template.json: expected a text layer for the captions but "{path}" is none.',
  captions_shared_layer:
    'template.json: expected a layer of its own for the captions but "{path}" is a target of the editable "{name}".',
  captions_box_outside:
    'template.json: expected a box in the frame of {width} × {height} pixels for the captions but received {boxWidth} × {boxHeight} pixels at {left}, {top}.',
  captions_safe_area:
    'template.json: expected a safe area that leaves room for captions in the frame of {width} × {height} pixels but received {sides} at the sides, {top} above and {bottom} below.',
  effect_captions_layer: 'Captions look different from this layer, or show in front of all layers.',
  remedy_captions_layer:
    'Use a visible text layer without text animators, path and expression of its Source Text, in compositions without time remapping.',
  remedy_captions_layer_other: 'Use a visible text layer of its own, with the name captions.',
  captions_text: 'the captions',
  captions_burnt:
    'Expected at most one list of captions that is drawn into the video but received {count}.',
  hint_caption_burn: 'Set "burn": false for the others.',
} as const;
