import type { TextSpace } from '../../template/index.ts';
import type { EditableJson } from '../template-json.ts';

/** A layer, a file or a color that an editable could change, as `template.json` names it. */
export type Content = {
  type: 'text' | 'image' | 'video' | 'color' | 'number' | 'checkbox' | 'point' | 'menu';
  /** The path of its first layer. */
  path: string;
  /** The layer's own name; undefined if it has none. */
  name: string | undefined;
  /** As `targets` of template.json. */
  targets: (string | { asset: string })[];
  /** The text, the size (`640×480`) or the color (six hex digits). */
  sample: string;
  /** Seconds at which it shows. `start` and `end` are 0 for a layer that never shows. */
  start: number;
  end: number;
  /** The largest part of the frame that it covers, from 0 to 1. For a color: of all its shapes. */
  share: number;
  /** The editable that already changes it. */
  editable: string | null;
  /** Whether the package contains the file of an image or a video. */
  hasFile: boolean;
  /** The name of the file that an image or a video asks for; undefined for an embedded file. */
  fileName?: string;
  /** The name of the font of a text. */
  font?: string;
  /** Other fields for template.json. */
  fields?: Pick<EditableJson, 'min' | 'max' | 'options'> & { box?: TextSpace };
};
