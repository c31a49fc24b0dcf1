import { EditorApi } from '../api/editor-api.ts';
import type { Entry, Mapping, Specs } from '../api/types.ts';
import '../fields/audio-field.ts';
import type { FieldChange, FieldElement } from '../fields/field-element.ts';
import '../fields/font-field.ts';
import '../fields/image-field.ts';
import '../fields/video-field.ts';
import { type Language, translator } from '../strings/index.ts';

export type PageOptions = {
  server: string;
  token: string;
  versionId: string;
  lang?: Language;
  direction?: 'ltr' | 'rtl';
};

/** The entries of the fields, by editable, and the number of changes. */
export const state = { entries: {} as Record<string, Entry>, changes: 0, committed: 0 };

/** Shows a field for each image, video, audio and font of a template version. */
export async function open(options: PageOptions): Promise<void> {
  const { server, token, versionId, lang = 'en', direction = 'ltr' } = options;
  document.documentElement.lang = lang;
  document.documentElement.dir = direction;
  const api = new EditorApi({ server, token: () => token });
  const { editables, fonts }: Specs = await api.specs(versionId);
  const { editables: described } = await api.version(versionId);
  const main = document.querySelector('main') ?? document.body;
  main.replaceChildren();
  for (const [name, editable] of Object.entries(editables)) {
    if (!customElements.get(`framepress-${editable.input_type}-field`)) continue;
    const field = document.createElement(`framepress-${editable.input_type}-field`) as FieldElement;
    field.id = name;
    const context = {
      t: translator(lang),
      lang,
      direction,
      api,
      palette: [],
      fontChoices: fonts,
      packageFonts: fonts,
      askMediaLibrary: async () => ({ url: 'https://library.example/photo.jpg' }),
    };
    Object.assign(field, {
      name,
      context,
      group: editable.input_type === 'audio' ? 'audio_tracks' : 'resources',
      editable: { ...editable, ...described[name] },
      entry: state.entries[name],
    });
    field.addEventListener('field-change', (event) => {
      const { entry, isCommitted } = (event as CustomEvent<FieldChange>).detail;
      if (entry === undefined) delete state.entries[name];
      else state.entries[name] = entry;
      state.changes++;
      if (isCommitted) state.committed++;
      field.entry = entry;
    });
    main.append(field);
  }
}

/** Returns the mapping that the fields make. */
export function mapping(versionId: string): Mapping {
  const entries = Object.entries(state.entries);
  const isAudio = ([name]: [string, Entry]) =>
    document.getElementById(name)?.localName.includes('audio');
  return {
    template_style_version_id: versionId,
    missing: 'example',
    resources: Object.fromEntries(entries.filter((entry) => !isAudio(entry))),
    audio_tracks: Object.fromEntries(entries.filter((entry) => isAudio(entry))),
  };
}

/** Returns the part of an image that the crop box of a field shows, as PNG of a size; empty without it. */
export function shownInBox(name: string, width: number, height: number): string {
  const editor = document.getElementById(name)?.shadowRoot?.querySelector('framepress-crop-editor');
  const box = editor?.shadowRoot?.querySelector('framepress-crop-box')?.shadowRoot;
  const [image, part, frame] = [
    box?.querySelector('img'),
    box?.querySelector('.part'),
    box?.querySelector('.frame'),
  ];
  if (!image || !frame) return '';
  const frameBox = frame.getBoundingClientRect();
  const partBox = (part ?? frame).getBoundingClientRect();
  const [across, down] = [
    image.naturalWidth / frameBox.width,
    image.naturalHeight / frameBox.height,
  ];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const plain = frame.getAttribute('data-plain');
  if (plain) return shownWhole(canvas, image, plain === 'contain');
  const from = [(partBox.x - frameBox.x) * across, (partBox.y - frameBox.y) * down] as const;
  canvas
    .getContext('2d')
    ?.drawImage(image, ...from, partBox.width * across, partBox.height * down, 0, 0, width, height);
  return canvas.toDataURL('image/png');
}

/** The frame has the shape of the place: the image stands in it, or is stretched. */
function shownWhole(canvas: HTMLCanvasElement, image: HTMLImageElement, isKept: boolean): string {
  const { width, height } = canvas;
  const { naturalWidth, naturalHeight } = image;
  const [across, down] = [width / naturalWidth, height / naturalHeight];
  const least = Math.min(across, down);
  const [w, h] = isKept ? [naturalWidth * least, naturalHeight * least] : [width, height];
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.fillStyle = getComputedStyle(image.parentElement ?? image).backgroundColor;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  return canvas.toDataURL('image/png');
}

/** Changes options of an entry, as the form does when a change is undone. */
export function change(name: string, transform: Record<string, string | number>): void {
  const field = document.getElementById(name) as FieldElement;
  const source = state.entries[name]?.source ?? {};
  const entry = { source, transform };
  state.entries[name] = entry;
  field.entry = entry;
}

Object.assign(globalThis, { fieldsPage: { open, mapping, shownInBox, change, state } });
