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
export { audio, composition, image, type TemplateSource } from './template.ts';
export { EASE, type Json, type Key } from './values.ts';
