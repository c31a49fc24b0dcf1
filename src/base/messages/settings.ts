/** Messages about template.json, and the drafts that change it. */
export const SETTINGS_MESSAGES = {
  version_not_ended:
    'Expected a template style version whose import has ended but {version} is {status}.',
  hint_poll_ended: 'Poll the version until its status is edit_ready or failed.',
  hint_poll_ready: 'Poll the version until its status is edit_ready.',
  new_files_large:
    'Expected at most {max_bytes} bytes for the new files together but received {bytes}.',
  new_package_large:
    'Expected at most {max_bytes} bytes for the package with its new files but received {bytes}.',
  hint_fewer_files: 'Make the images smaller, or add fewer files.',
  what_inner_path: 'a path inside the package',
  hint_slashes: 'Use slashes, such as fonts/Poppins-Bold.ttf.',
  what_path_length: 'at most {max} characters and {parts} parts',
  what_no_json: 'no JSON file',
  hint_no_json: 'The animation stays as it is; `settings` replaces template.json.',
  what_path_below: 'a path below {folders}',
  hint_added_kinds: 'Fonts, images, audio and videos can be added.',
  what_free_path: 'a path that no other file has',
  hint_free_path: 'It is also that of /files/{index}.',
  what_box_size: 'a width and a height in pixels, or false,',
  what_unique_options: 'each option once',
  what_one_width: 'one of "box" and "max_width"',
  what_min_max: 'a "min" below "max"',
  what_language: 'a language tag such as en or pt-BR',
  what_editables: 'at most 2000 editables and targets',
  what_known_fields: 'only known fields',
  what_key: 'a shorter key',
  what_still_name: 'a name of at most 64 letters, digits, hyphens and underscores',
  what_editable_key: 'a name of 1 to 200 characters',
  min_characters: 'at least {min} characters',
  min_entries: 'at least {min} entries',
  number_above: 'a number of more than {min}',
  number_below: 'a number of less than {max}',
  control_wrong: 'template.json: expected {what} for the editable "{editable}" of type {kind}.',
  what_no_options: 'no "options"',
  hint_menu_options: 'Only a menu has options. Its target is a dropdown or a slider.',
  what_no_field: 'no "{field}"',
  hint_number_limits: 'Only a number has "min", "max" and "step".',
  what_options: 'a list "options"',
  hint_list_options: 'List the labels of the options in their order.',
  what_options_count: 'at least {count} options, and a value of 1 or more in the animation,',
  hint_all_options: 'List all options of the dropdown.',
  what_switch_value: '0 or 1 instead of {value}, the value in the animation,',
  hint_use_number: 'Use a number.',
  what_limits_value: 'limits that include {value}, the value in the animation,',
  hint_change_limits: 'Change "min" or "max".',
  target_other_type:
    'template.json: expected targets of one type for the editable "{editable}" but "{target}" is of type {kind}.',
  hint_one_type: 'Use a separate editable for each type.',
  target_of_other:
    'template.json: expected its own targets for the editable "{editable}" but "{target}" is a target of "{owner}".',
  hint_own_targets: 'Name each target only once.',
  target_missing:
    'template.json: expected a layer of that name, a slot, or "targets" for the editable "{editable}" but the animation has none of these.',
  hint_target_paths:
    'Write paths as layer names joined with " > ", from the outermost composition. `framepress template inspect` lists what it found.',
  paths_long:
    'Expected at most {max} characters in the paths of all layers and shapes but received {count}.',
  hint_short_names: 'Give layers and groups shorter names.',
  editables_many: 'Expected at most {max} editables but the animation has more.',
  hint_editables_many: 'Give layers with the same content the same name, or split the animation.',
  claims_many:
    'template.json: expected at most {max} matches for the targets of all editables but there are more.',
  hint_claims_many: 'Give layers different names, so that each target matches few layers.',
  still_late:
    'template.json: expected a time before the end at {end} s for the still "{still}" but received {seconds}.',
  editables_large:
    'Expected at most {max_bytes} bytes for the description of all editables but received {bytes}.',
  hint_editables_large: 'Use fewer editables, or give them shorter names, labels and samples.',
  fonts_many:
    'Expected at most {max} fonts with {max_characters} characters in their names for the texts but received {count} with {characters}.',
  hint_fonts_many: 'Use fewer fonts, or give them shorter names.',
  box_of_other:
    'template.json: expected a box for point text but received a box for "{editable}", {what}.',
  what_box_text: 'text that was drawn as a box',
  what_editable_kind: 'an editable of type {kind}',
  hint_remove_sizes: 'Remove "box". Text that was drawn as a box already has a size.',
  what_target: 'a layer path, { "asset": "<asset id>" } or { "font": "<font name>" }',
} as const;
