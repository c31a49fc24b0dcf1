/** How a finding shows to the viewer, and how to mend it in the designer's tool. */
export type Advice = {
  /**
   * `players`: the video looks different from a preview in a Lottie player. `design`: the preview
   * differs from the design too. Missing if the finding is not about the look.
   */
  differs_from?: 'players' | 'design';
  viewer: string;
  after_effects: string;
  figma: string;
  lottie_creator: string;
};

const TABLE: Readonly<Record<string, Advice>> = {
  no_editables: {
    viewer: 'Every video shows the sample content, because nothing can be replaced.',
    after_effects:
      'Name text layers t_01, t_02 and so on, or add them to the Essential Graphics panel.',
    figma: 'Name text layers t_01, t_02 and so on before the export.',
    lottie_creator:
      'Add slots to the texts, images and colors, or name text layers t_01, t_02 and so on.',
  },
  animations_left_out: {
    viewer: 'Only one animation of the package shows.',
    after_effects: 'Choose another animation with --animation or "animation" in template.json.',
    figma: 'Choose another animation with --animation or "animation" in template.json.',
    lottie_creator: 'Export the wanted animation alone, or choose it with --animation.',
  },
  themes_listed: {
    viewer: 'The colors and values of one theme show, or those of the animation.',
    after_effects: 'Choose a theme with --theme or "theme" in template.json.',
    figma: 'Choose a theme with --theme or "theme" in template.json.',
    lottie_creator: 'Set the initial theme, or choose one with --theme.',
  },
  theme_rule_unused: {
    viewer: 'This part of the theme has no effect.',
    after_effects: 'Give the theme rules the ids of the slots, or remove them.',
    figma: 'Give the theme rules the ids of the slots, or remove them.',
    lottie_creator: 'Bind the rule to a slot of the animation, or delete it.',
  },
  state_machines_left_out: {
    viewer: 'The animation plays from start to end, without interaction.',
    after_effects: 'Remove the state machine if the file is used only for videos.',
    figma: 'Remove the state machine if the file is used only for videos.',
    lottie_creator: 'Remove the state machine if the file is used only for videos.',
  },
  text_animator_differs: {
    differs_from: 'players',
    viewer: 'Some letters stand or move a little differently from the design.',
    after_effects: 'Use position, scale, rotation and opacity animators, without random order.',
    figma: 'Animate whole texts instead of letters.',
    lottie_creator: 'Use position, scale, rotation and opacity animators, without random order.',
  },
  name_not_recognised: {
    viewer: 'The layer always shows its sample content.',
    after_effects: 'Rename the layer in the timeline as proposed, and export again.',
    figma: 'Rename the layer as proposed, and export again.',
    lottie_creator: 'Rename the layer as proposed, or bind it to a slot.',
  },
  name_ambiguous: {
    viewer: 'Only the first of the layers changes; the other shows its sample content.',
    after_effects:
      'Give layers with the same content exactly the same name, others another number.',
    figma: 'Give layers with the same content exactly the same name, others another number.',
    lottie_creator: 'Give layers with the same content exactly the same name, or use slots.',
  },
  template_json_invalid: {
    viewer: 'A layer with the name of another editable shows its sample content.',
    after_effects: 'Rename the layer: text, color, image and video need different names.',
    figma: 'Rename the layer: text, color and image need different names.',
    lottie_creator: 'Rename the layer or the slot: each type needs its own name.',
  },
  slot_not_editable: {
    viewer: 'The slot keeps its value in every video.',
    after_effects:
      'Remove the control from the Essential Graphics panel, or link it to a property.',
    figma: 'Figma has no slots: remove the slot in the file.',
    lottie_creator: 'Bind the slot to a text, color, image, video or audio, or delete it.',
  },
  text_without_box: {
    viewer: 'A text longer than the sample keeps its size and may leave its place.',
    after_effects: 'Right-click the text with the Type tool, and choose Convert To Paragraph Text.',
    figma: 'Set the text to a fixed size instead of auto width.',
    lottie_creator: 'Drag a text box instead of clicking once, or set its width.',
  },
  text_fitted_to_frame: {
    viewer: 'A long text becomes smaller so that it stays in the frame.',
    after_effects: 'Convert the text to paragraph text to choose its box yourself.',
    figma: 'Set the text to a fixed size to choose its box yourself.',
    lottie_creator: 'Drag a text box to choose its size yourself.',
  },
  text_keyframes: {
    viewer: 'The text does not change while it shows.',
    after_effects:
      'Split the layer at each keyframe (Edit > Split Layer), and name the parts t_01, t_02.',
    figma: 'Make a text layer for each text.',
    lottie_creator: 'Make a text layer for each text, one after another in time.',
  },
  captions_layer: {
    differs_from: 'design',
    viewer: 'Captions look different from this layer, or show in front of all layers.',
    after_effects:
      'Use a visible text layer without text animators, path and expression of its Source Text, in compositions without time remapping.',
    figma: 'Use a visible text layer of its own, with the name captions.',
    lottie_creator: 'Use a visible text layer of its own, with the name captions.',
  },
  font_missing: {
    differs_from: 'design',
    viewer: 'Texts show in a similar font with other letter widths.',
    after_effects: 'Put the font file into fonts/ of the package. Bodymovin does not export fonts.',
    figma: 'Download the font, and put its file into fonts/ of the package.',
    lottie_creator: 'Export as dotLottie with fonts, or put the file into fonts/ of the package.',
  },
  font_invalid: {
    viewer: 'Texts of this font show in a similar font.',
    after_effects:
      'Replace the file in fonts/ by a TTF, OTF, WOFF or WOFF2 file that opens elsewhere.',
    figma: 'Download the font again, and replace its file in fonts/.',
    lottie_creator: 'Upload the font again as TTF or OTF, and export again.',
  },
  lottie_asset_missing: {
    viewer: 'A gray area with the name of the file. Audio is silent.',
    after_effects:
      'Export with "Original Asset Names" off and "Include in json" on, or zip images/ too.',
    figma: 'Export with embedded images.',
    lottie_creator: 'Export as dotLottie, which contains the files.',
  },
  expression_unsupported: {
    differs_from: 'players',
    viewer: 'The property stands still, or moves otherwise than designed.',
    after_effects: 'Use Animation > Keyframe Assistant > Convert Expression to Keyframes.',
    figma: 'Replace the expression by keyframes in the tool that wrote it.',
    lottie_creator: 'Replace the expression by keyframes.',
  },
  effect_unsupported: {
    differs_from: 'players',
    viewer: 'The layer shows without this effect.',
    after_effects: 'Build the look from shapes, or pre-render the layer and import the result.',
    figma: 'Flatten the layer to an image.',
    lottie_creator: 'Remove the effect, or replace the layer by an image.',
  },
  effect_ignored: {
    differs_from: 'design',
    viewer: 'The layer shows without this effect, as in Lottie players.',
    after_effects: 'Build the look from shapes, or pre-render the layer and import the result.',
    figma: 'Flatten the layer to an image.',
    lottie_creator: 'Remove the effect, or replace the layer by an image.',
  },
  preview_differs: {
    differs_from: 'players',
    viewer: 'The video shows the layer as designed. A preview in a Lottie player looks different.',
    after_effects:
      'Nothing to change for videos. Compare a still of the template with your design.',
    figma: 'Nothing to change for videos. Compare a still of the template with your design.',
    lottie_creator:
      'Compare a still of the template with your design. The preview here cannot show this part.',
  },
  layer_style_unsupported: {
    differs_from: 'design',
    viewer: 'The layer shows without this layer style.',
    after_effects: 'Use Layer Styles > Convert to Editable Styles, or draw the style with shapes.',
    figma: 'Flatten the layer with its effect to an image.',
    lottie_creator: 'Draw the style with shapes below the layer.',
  },
  layer_style_differs: {
    differs_from: 'design',
    viewer: 'The layer style looks slightly different.',
    after_effects:
      'Compare a still with your design, and draw the style with shapes if it differs.',
    figma: 'Flatten the layer with its effect to an image if it differs.',
    lottie_creator: 'Draw the style with shapes below the layer if it differs.',
  },
  control_fixed: {
    viewer: 'A change of the control has no effect on the video.',
    after_effects: 'Drive the properties by the control alone, or remove the control.',
    figma: 'Remove the control from template.json.',
    lottie_creator: 'Remove the control from template.json, or bind the property to a slot.',
  },
  layer_unsupported: {
    differs_from: 'design',
    viewer: 'The layer is not visible.',
    after_effects: 'Convert it with Create Shapes from Vector Layer, or pre-render it.',
    figma: 'Flatten the layer to a vector or an image.',
    lottie_creator: 'Replace the layer by shapes or an image.',
  },
  shape_unsupported: {
    differs_from: 'players',
    viewer: 'The edges or the copies of the shape look different.',
    after_effects: 'Draw the result as a path with the Pen tool, and remove the operation.',
    figma: 'Use Flatten on the shape.',
    lottie_creator: 'Draw the result as a path.',
  },
  path_points_left_out: {
    differs_from: 'design',
    viewer: 'The path has another form at some keyframes, as in Lottie players.',
    after_effects: 'Add the points to the first keyframe too, or use a path for each keyframe.',
    figma: 'Use shapes with the same number of points.',
    lottie_creator: 'Add the points to the first keyframe too, or use a path for each keyframe.',
  },
  mask_expansion_unsupported: {
    differs_from: 'players',
    viewer: 'The mask shows more or less of the layer than designed.',
    after_effects: 'Set Mask Expansion to 0, and change the mask path itself.',
    figma: 'Resize the shape of the mask.',
    lottie_creator: 'Set the expansion to 0, and change the mask path.',
  },
  perspective_differs: {
    differs_from: 'players',
    viewer: 'The layer may be tilted or placed slightly differently.',
    after_effects:
      'Compare a still with your design; use 2D position, scale and rotation if it differs.',
    figma: 'Figma has no 3D layers: compare a still with your design.',
    lottie_creator: 'Compare a still with your design; turn 3D off if it differs.',
  },
  sound_time_remap: {
    viewer: 'The audio of the layer is not heard.',
    after_effects: 'Disable Time Remapping of the layer, and cut the audio file instead.',
    figma: 'Remove the audio, and add it to template.json.',
    lottie_creator: 'Remove the time remapping of the layer.',
  },
  sound_speed: {
    viewer: 'The audio of the layer is not heard.',
    after_effects: 'Use a stretch between 6.25 % and 1600 %, or change the audio file.',
    figma: 'Change the speed of the audio file itself.',
    lottie_creator: 'Use a speed between 1/16 and 16.',
  },
  sound_silent: {
    viewer: 'The audio of the layer is not heard.',
    after_effects: 'Raise Audio Levels of the layer, or remove it.',
    figma: 'Remove the audio, or raise its level.',
    lottie_creator: 'Raise the volume of the layer, or remove it.',
  },
  sound_too_many: {
    viewer: 'Some audio is not heard.',
    after_effects: 'Mix the audio to one track, and import this track.',
    figma: 'Mix the audio to one file.',
    lottie_creator: 'Mix the audio to one file.',
  },
  warnings_left_out: {
    viewer: 'More parts may look different from the design.',
    after_effects: 'Mend the listed findings first, and inspect the file again.',
    figma: 'Mend the listed findings first, and inspect the file again.',
    lottie_creator: 'Mend the listed findings first, and inspect the file again.',
  },
};

/** Returns whether the table has advice for a code. A test demands it for each code of a warning. */
export function hasAdvice(code: string): boolean {
  return Object.hasOwn(TABLE, code);
}

/** Returns the advice for the code of a warning. An unknown code gets general advice. */
export function adviceFor(code: string): Advice {
  return (hasAdvice(code) ? TABLE[code] : undefined) ?? GENERAL;
}

const COMPARE = 'Compare a still with your design, and simplify the layer if it differs.';
const GENERAL: Advice = {
  viewer: 'The layer may look different from the design.',
  after_effects: COMPARE,
  figma: COMPARE,
  lottie_creator: COMPARE,
};
