/** Messages about renders, and the fit of texts. */
export const RENDER_MESSAGES = {
  own_text: 'the template’s own text',
  text_of: 'the text of "{editable}"',
  text_larger: 'The text of "{editable}" is larger than its box.',
  overflow_frame: 'The text of "{editable}" runs out of the frame.',
  overflow_layers:
    'The text of "{editable}" is cut off by a mask, a matte or the edge of a composition.',
  word_broken: 'A word of {text} is wider than its box and was broken.',
  glyphs_missing: 'No font has these characters of {text}: {characters}. They are not drawn.',
  font_lacks: 'The font "{font}" lacks characters of {text}. Other fonts draw these: {characters}.',
  font_replaced: 'The font "{font}" of {text} is missing. It is replaced by {fonts}.',
  font_replaced_outlines:
    'The font "{font}" of {text} is missing, and the file does not have all outlines that the text needs. It is replaced by {fonts}.',
  options_unused_image: 'These options of "{editable}" have no effect on a still image: {options}.',
  options_unused_video: 'These options of "{editable}" have no effect on a video: {options}.',
  control_limited:
    'A value of the shapes in "{layer}" would take too long to draw, so it is limited ({points} points, {copies} copies, dashes of {pixels} pixel).',
  expression_some_frames:
    'Expressions of "{layers}" could not be evaluated with these values in some frames: {reason}',
  expression_not_evaluated:
    'Expressions of "{layers}" could not be evaluated with these values, so the template\'s own values are shown: {reason}',
  task_import: 'Importing the template',
  task_draw: 'Drawing the template',
  task_read_file: 'Reading the file',
  task_render: 'Rendering the video',
  task_compose: 'Composing the preview',
  task_cpu: '{task} took more than {seconds} s of CPU time.',
  task_late: '{task} took longer than {seconds} s, because the machine was busy.',
  task_memory: '{task} needed more than {megabytes} MB of memory.',
  task_crashed: '{task} ended its process ({reason}).',
  hint_less_busy: 'Try again when the machine is less busy.',
  hint_simpler_file: 'Use a simpler file, or ask the operator to raise {variable}.',
  hint_simpler_template:
    'Use fewer layers, keyframes and editables, and shorter texts, or ask the operator to raise {variable}.',
  hint_crash_again:
    'If this happens again, an input file crashes a library; see the log for details.',
  rasteriser_finish: 'The rasteriser did not finish within {seconds} s.',
  rasteriser_stall: 'The rasteriser did not draw or encode a frame within {seconds} s.',
  hint_rasteriser_late:
    'Try again when the machine is less busy. If it fails again, the template may be too heavy for the machine.',
  rasteriser_ended: 'The rasteriser ended with {reason} while it was drawing.',
  hint_rasteriser_ended:
    'Render again. If it fails twice, the template contains a layer that the rasteriser cannot draw.',
  rasteriser_memory: 'The rasteriser needed more than {megabytes} MB.',
  hint_rasteriser_memory:
    'Use smaller images or fewer layers, or raise FRAMEPRESS_RASTERISER_MEMORY_MB.',
  frame_failed: 'The rasteriser could not draw a frame.',
  exit_code: 'exit code {code}',
  encoding_failed: 'Encoding {codec} failed: {reason}.',
  media_late:
    'The media of the session took longer than {seconds} s, the limit for all of them together.',
  more_faults: 'There are {count} more faults that are not listed.',
  hint_fix_faults: 'Fix the listed faults and render the session again.',
  worker_lost: 'Several processes ended, one after the other, while they worked on this job.',
  inputs_expired: 'The inputs of the preview of {session} have expired.',
  disk_full: 'The disk of the service is full.',
  hint_free_disk: 'Free disk space for the data folder, or remove sessions.',
  disk_small: 'The render needs about {needed} MB, but {room} MB are free.',
} as const;
