export {
  audioLayer,
  imageLayer,
  nullLayer,
  pop,
  precompLayer,
  reveal,
  shapeLayer,
  textLayer,
} from './layers.ts';
export { ellipse, fill, gradient, group, path, rectangle, star, stroke, trim } from './shapes.ts';
export { composition, picture, sound, type TemplateSource } from './template.ts';
export { EASE, type Json, type Key } from './values.ts';
