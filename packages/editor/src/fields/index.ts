import './text-field.ts';
import './color-field.ts';
import './image-field.ts';
import './video-field.ts';
import './audio-field.ts';
import './font-field.ts';
import './control-fields.ts';
