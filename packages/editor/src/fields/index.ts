import './text-field.ts';
import './color-field.ts';
