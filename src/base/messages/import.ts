/** Messages about packages, fonts and animations of templates. */
export const IMPORT_MESSAGES = {
  expected_for: 'Expected {what} for {place} but received {received}.',
  expected_less_for: 'Expected {what} for {place} but received more.',
  place_field: '{field} of {place}',
  value_nothing: 'nothing',
  value_none: 'none',
  value_type: 'a value of type {type}',
  value_array: 'an array of {count}',
  value_object_one: 'an object with {count} entry',
  value_object: 'an object with {count} entries',
  names_and_more: '{names} and {more} more',
  what_object: 'an object',
  what_json_object: 'a JSON object',
  what_array: 'an array',
  what_id: 'an id',
  what_layer: 'at least one layer',
  what_frame: 'a frame number',
  what_layer_type: 'a layer type',
  what_finite: 'a finite number',
  what_parents: 'parents without a cycle',
  what_asset: 'the id of an asset',
  what_side: 'a size of at least 1 px',
  what_data_json: 'a data.json or a dotLottie manifest',
  min_fps: 'at least {min} frames per second',
  max_fps: 'at most {max} frames per second',
  max_frames: 'at most {max} frames',
  max_seconds: 'at most {max} s',
  max_bytes: 'at most {max_bytes} bytes',
  max_unpacked: 'at most {max_bytes} unpacked bytes',
  max_pixels: 'at most {max} pixels',
  max_px: 'at most {max} px',
  max_layers: 'at most {max} layers',
  max_placed_layers: 'at most {max} layers after expanding precomps',
  max_fonts: 'at most {max} fonts',
  max_objects: 'at most {max} objects',
  max_entries: 'at most {max} entries',
  max_levels: 'at most {max} nested levels',
  max_precomps: 'at most {max} nested precomps',
  max_folders: 'at most {max} nested folders',
  max_characters: 'at most {max} characters',
  max_name: 'at most {max} characters in a name',
  max_all_texts: 'at most {max} characters in all texts together',
  lottie_not_json: 'Expected JSON for {file} but received other text: {reason}.',
  lottie_unreadable:
    'Expected an animation for {file} but a part of it has a form that cannot be read: {reason}.',
  hint_export_json: 'Export the animation again, as Lottie JSON.',
  hint_export_again: 'Export the animation again with Bodymovin or another Lottie exporter.',
  hint_export_assets: 'Export again with all its assets.',
  hint_split_animation: 'Split the animation, or make it smaller.',
  hint_precomp_cycle: 'Remove the precomp from inside itself.',
  package_wrong_kind:
    'Expected a .lottie package, a .zip with data.json, or a Lottie .json for {file} but received {received}.',
  hint_export_bodymovin:
    'Export from After Effects with Bodymovin, or download the .lottie from your tool.',
  kind_empty_file: 'an empty file',
  kind_gzip: 'a gzip file',
  kind_rar: 'a RAR archive',
  kind_7z: 'a 7z archive',
  kind_markup: 'markup (HTML, XML or SVG)',
  kind_after_effects: 'an After Effects project',
  kind_other_bytes: '{count} bytes of another kind',
  hint_data_json_top: 'Put data.json at the top of the archive, next to images/.',
  zip_unreadable: 'Expected a readable zip archive for {file} but {why}.',
  zip_broken: 'it is broken: {reason}',
  zip_twice: 'it has both "{name}" and "{other}"',
  hint_zip_twice:
    'Give each file a different name. Capitals, and how accents are encoded, make no difference.',
  zip_encrypted: '"{name}" is encrypted',
  hint_zip_password: 'Pack it without a password.',
  zip_method: '"{name}" is compressed by method {method}',
  hint_zip_deflate: 'Pack it with Deflate, as zip programs do by default.',
  zip_shared_bytes: '"{name}" and "{other}" share bytes of it',
  hint_zip_bomb: 'This looks like a zip bomb. Pack the template again.',
  hint_zip_again: 'Pack it again.',
  zip_ratio:
    'Expected an archive that unpacks to at most {ratio} times its size for {file} but received one of {packed_bytes} bytes that unpacks to {total}.',
  zip_unsafe_name: 'Expected names inside the package for {file} but received {path}.',
  hint_zip_names: 'Pack the folder itself, with relative names.',
  hint_zip_smaller: 'Make the images smaller, or leave out files that the animation does not use.',
  animation_file_missing:
    'Expected a/{name}.json in {file}, as its manifest says, but it is missing.',
  theme_file_missing: 'Expected t/{name}.json in {file}, as its manifest says, but it is missing.',
  hint_export_lottie: 'Export the .lottie again.',
  hint_export_theme: 'Export the .lottie again, or choose another theme.',
  template_json_not_json: 'Expected JSON for template.json but received text that is not JSON.',
  hint_template_json: 'See docs/templates.md for its fields.',
  video_missing:
    'Expected the video "{name}" of asset {asset} in {file} but it is missing. Its place shows its name.',
  image_missing:
    'Expected the image "{name}" of asset {asset} in {file} but it is missing. Its place shows its name.',
  audio_missing:
    'Expected the audio file "{name}" in {file} but it is missing. Its layer is silent.',
  hint_images_folder: 'Put it into images/ of the package, or export with files embedded.',
  hint_zip_images:
    'Upload a .zip that contains the .json and its folder images/, or export with files embedded.',
  hint_images_folder_or_editable:
    'Put it into images/ of the package, or export with files embedded. Or make it editable, so that each video brings its own.',
  hint_zip_images_or_editable:
    'Upload a .zip that contains the .json and its folder images/, or export with files embedded. Or make it editable, so that each video brings its own.',
  hint_audio_folder: 'Put it into images/ or audio/ of the package, or export with files embedded.',
  no_editables: 'No layer of the template can be changed: it has no editables.',
  hint_template_init:
    'Run `framepress template init` on the file, or name layers as docs/templates.md shows.',
  slot_unused: 'No property that can be filled uses the slot "{name}". It has no effect.',
  hint_slot_kinds:
    'Slots of texts, colors, images, videos, audio, numbers, points and checkboxes can be filled.',
  type_clash:
    'Expected one type for the editable "{editable}" but a target of type {type} has the same name. That target does not change.',
  hint_other_name: 'Give it another name.',
  name_not_recognised:
    'The layer name "{name}" is similar to the name of an editable, but is not recognised.',
  hint_name_layer: 'Name the layer "{name}", or list its path in template.json.',
  name_ambiguous:
    'The layer name "{name}" means "{editable}", which another layer name also means. This layer does not change.',
  hint_same_name:
    'Give both layers exactly the same name to fill them together, or another number.',
  control_fixed:
    'The editable "{editable}" sets a part of a star or of a skew that the import converts. That part does not change.',
  hint_other_slot: 'Use a slot of another property.',
  text_keyframes:
    'The text "{editable}" changes by keyframes: {texts}. A text of a mapping replaces all of them.',
  hint_text_keyframes:
    'Make a layer with a name of its own for each text, from its keyframe to the next.',
  text_without_box:
    'The text "{editable}" has no box, so a text that is longer than the sample cannot be fitted.',
  text_fitted_to_frame:
    'The text "{editable}" has no box. A text that is longer than the sample shrinks to the {pixels} pixels up to the edge of the frame.',
  hint_paragraph:
    'Draw it as paragraph text, or give it a "box" or a "max_width" in template.json.',
  hint_paragraph_fitted:
    'Draw it as paragraph text, or give it a "box" or a "max_width" in template.json. "box": false keeps the size of every text.',
  font_missing: 'The font "{font}" is not in the package.',
  font_missing_outlines:
    'The font "{font}" is not in the package; only the letters of its sample text are.',
  font_unfetched: 'The font "{font}" is not in the package, and was not fetched. {reason}',
  font_unfetched_outlines:
    'The font "{font}" is not in the package; only the letters of its sample text are, and was not fetched. {reason}',
  hint_font_files:
    'Put {ttf}.ttf or {otf}.otf into fonts/ of the package; until then a similar font is used.',
  hint_font_file:
    'Put the font file into fonts/ of the package; until then a similar font is used.',
  fonts_not_fetched: 'This service fetches no fonts.',
  fonts_not_fetched_here: 'Fonts are not fetched here.',
  font_address_script: 'Its address is a script.',
  font_address_wrong: 'Its address has neither a font nor a rule for the font.',
  font_unreadable: 'Expected a TrueType or OpenType font for {file} but received {received}.',
  hint_font_again: 'Export the font again, or use another font.',
  hint_font_formats: 'Use a TTF, OTF, TTC, WOFF or WOFF2 file.',
  kind_broken_font: 'a font that cannot be read',
  kind_unknown_bytes: '{count} bytes of an unknown format',
  kind_web_page: 'a web page',
  kind_zip: 'a ZIP archive',
  kind_svg_xml: 'an SVG or XML file',
  animations_left_out: 'The package has {count} animations: {names}. Only "{name}" is imported.',
  hint_choose_animation:
    'Choose another with "animation" at the upload, in template.json or on the command line.',
  themes_applied: 'The package has themes: {names}. "{name}" is applied.',
  themes_listed: 'The package has themes: {names}. None is applied.',
  hint_choose_theme:
    'Choose one with "theme" at the upload, in template.json or on the command line.',
  state_machines:
    'The package has state machines: {names}. They have no effect, because a video is not interactive.',
  hint_states: 'Import each animation that a state shows as a template of its own.',
  theme_rules_unused:
    'The animation has no fitting slots for these rules of the theme "{theme}": {names}.',
  hint_theme_rules: 'Give the properties these slot ids, or remove the rules.',
  audio_stretched: 'The audio is stretched too far to be played. It is silent.',
  hint_stretch: 'Stretch it less.',
  audio_too_many: 'Only the first {count} audio files are played.',
  hint_mix_audio: 'Mix the audio before the export.',
  audio_remapped: 'Audio cannot follow the time remapping here. It is silent.',
  hint_remapped: 'Move the audio out of the remapped layer, or write the remapped audio to a file.',
  audio_level_zero: 'The level is always 0 percent, so the audio is silent.',
  hint_level:
    'Levels are percentages: 100 is the volume of the file. In decibels, give a value below 0.',
  expression_left_out_one:
    '{count} expression was left out: {reasons} The render uses the values without it.',
  expressions_left_out:
    '{count} expressions were left out: {reasons} The render uses the values without it.',
  expression_cannot_run_one:
    '{count} property has an expression that cannot be run. The render uses the values without the expression.',
  expressions_cannot_run:
    '{count} properties have expressions that cannot be run. The render uses the values without the expression.',
  expression_partly: 'An expression does not have the right value in some frames: {reason}',
  hint_expression:
    'Correct the expression. Or, in After Effects: Animation > Keyframe Assistant > Convert Expression to Keyframes, then export again.',
  hint_expression_convert:
    'In After Effects: Animation > Keyframe Assistant > Convert Expression to Keyframes, then export again.',
  expression_late: 'The expression takes too long.',
  expressions_late: 'All expressions together take too long.',
  expression_form: 'The value has another form than the property.',
  expression_memory: 'The expression needs too much memory.',
  expression_not_run:
    'Expressions of this property, or of a layer that is never shown, are not run.',
  expression_shown_often:
    'The precomp is shown several times with different values; all show those of the first.',
  warnings_left_out: 'There are {count} more warnings that are not listed.',
  hint_fix_warnings: 'Fix the listed warnings and import the template again.',
  hint_import_busy:
    'The package may be right. Try again when the machine is less busy: POST /v2/template_style_versions/:id/retry.',
  lottie_other_json:
    'Expected a Lottie animation for {label} but received other JSON: it has {missing}.',
  lottie_incomplete: 'Expected a complete animation for {label} but it has {missing}.',
  hint_lottie_json: 'Upload the .json that Bodymovin or another Lottie exporter wrote.',
  precomp_cycle: 'Expected precomps without a cycle for {label} but {names} contains itself.',
  videos_many_frames:
    'The video layers of the animation show too many frames in total (limit: {max}).',
  hint_videos_many_frames:
    'Use precomps with videos in fewer places, or make the animation shorter.',
  lottie_no_width: 'no width ("w")',
  lottie_no_height: 'no height ("h")',
  lottie_no_rate: 'no frame rate ("fr")',
  lottie_no_length: 'no length ("op")',
  lottie_no_layers: 'no layers ("layers")',
  list_two: '{first}, {second}',
  animation_none: 'The package {label} has no animation "{name}": it has no animations.',
  theme_none: 'The package {label} has no theme "{name}": it has no themes.',
  animation_unknown: 'The package {label} has no animation "{name}": it has {names}.',
  theme_unknown: 'The package {label} has no theme "{name}": it has {names}.',
  manifest_syntax: 'Expected JSON for manifest.json of {label} but received text that is not JSON.',
  result_large: 'The result has {count} characters (limit: {max}).',
  hint_result_large: 'Use fewer editables, and shorter names and example texts.',
  multipart_broken: 'The multipart/form-data body is incomplete or malformed.',
  hint_listed_animation: 'Choose a name of the list, or leave out "animation".',
  hint_listed_theme: 'Choose a name of the list, or leave out "theme".',
} as const;
