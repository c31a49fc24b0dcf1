import { css, html, nothing } from 'lit';
import { define, StudioElement } from './base.ts';
import { icon } from './icons.ts';

/**
 * A place for files: dropped, pasted or chosen. `<studio-file-drop label="…" hint="…" accept=".lottie">`
 * fires `files` with `{ files }`. With `compact` it is a button alone.
 */
class StudioFileDrop extends StudioElement {
  static override properties = {
    label: {},
    hint: {},
    fullLabel: { attribute: 'full-label' },
    accept: {},
    multiple: { type: Boolean },
    disabled: { type: Boolean },
    compact: { type: Boolean, reflect: true },
    folder: { type: Boolean },
    isOver: { state: true },
  };
  static override styles = css`
    .drop {
      position: relative;
      display: grid;
      justify-items: center;
      gap: 6px;
      padding: 28px 16px;
      border: 1.5px dashed var(--fp-field-line);
      border-radius: 12px;
      background: var(--fp-surface);
      text-align: center;
      cursor: pointer;
    }
    .drop:hover,
    .drop.over {
      border-color: var(--fp-accent);
      background: color-mix(in srgb, var(--fp-accent) 6%, var(--fp-surface));
    }
    .drop:focus-within:has(:focus-visible) {
      box-shadow: var(--fp-focus);
    }
    .drop.disabled {
      opacity: 0.55;
      cursor: default;
    }
    :host([compact]) .drop {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      min-height: 36px;
      padding: 0 14px;
      border: 1px solid var(--fp-field-line);
      border-radius: var(--fp-radius);
      white-space: nowrap;
    }
    .label {
      font-weight: 500;
    }
    input {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      opacity: 0;
      cursor: inherit;
    }
  `;

  declare label: string;
  declare hint: string;
  /** For screen readers: also says what the file is for. */
  declare fullLabel: string;
  declare accept: string;
  declare multiple: boolean;
  declare disabled: boolean;
  declare compact: boolean;
  /** The dialog chooses a folder. Folders can be dropped with `multiple`, too. */
  declare folder: boolean;
  declare isOver: boolean;

  constructor() {
    super();
    this.label = '';
    this.hint = '';
    this.fullLabel = '';
    this.accept = '';
    this.multiple = false;
    this.disabled = false;
    this.compact = false;
    this.folder = false;
    this.isOver = false;
  }

  override render() {
    const state = `${this.isOver ? 'over' : ''} ${this.disabled ? 'disabled' : ''}`;
    return html`<div
      class="drop ${state}"
      @dragover=${this.#allowDrop}
      @dragleave=${() => {
        this.isOver = false;
      }}
      @drop=${this.#dropped}
    >
      ${icon('upload', this.compact ? 18 : 24)}
      <span class="label" aria-hidden="true">${this.label}</span>
      ${this.hint && !this.compact ? html`<span class="hint" id="hint">${this.hint}</span>` : nothing}
      <input
        type="file"
        aria-label=${this.fullLabel || this.label}
        aria-describedby=${this.hint && !this.compact ? 'hint' : nothing}
        accept=${this.accept || nothing}
        ?multiple=${this.multiple}
        ?webkitdirectory=${this.folder}
        ?disabled=${this.disabled}
        @change=${this.#chosen}
      />
    </div>`;
  }

  /** Without `preventDefault`, the browser would open the file. */
  #allowDrop = (event: DragEvent) => {
    if (this.disabled || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isOver = true;
  };

  #dropped = (event: DragEvent) => {
    event.preventDefault();
    this.isOver = false;
    if (!this.disabled && event.dataTransfer) void this.#reportDropped(event.dataTransfer);
  };

  /** Reports the dropped files, with those in dropped folders if several are taken. */
  async #reportDropped(transfer: DataTransfer): Promise<void> {
    const files = [...transfer.files];
    const entries = this.multiple
      ? [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? undefined)
      : [];
    if (!entries.some((entry) => entry?.isDirectory)) return this.#reportFiles(files);
    this.#reportFiles(await filesIn(entries.filter((entry) => entry !== undefined)));
  }

  #chosen = (event: Event) => {
    const input = event.target as HTMLInputElement;
    this.#reportFiles([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = '';
  };

  /** Reports dropped or chosen files; only the first one without `multiple`. */
  #reportFiles(files: File[]): void {
    const chosenFiles = this.multiple ? files : files.slice(0, 1);
    if (chosenFiles.length > 0) this.emit('files', { files: chosenFiles });
  }
}

const MAX_FOLDER_FILES = 20_000;

/** Returns the files in folders, however deep. Those that cannot be read are left out. */
async function filesIn(entries: FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (files.length >= MAX_FOLDER_FILES) break;
    if (entry.isFile) {
      const file = await new Promise<File | undefined>((resolve) =>
        (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined)),
      );
      if (file) files.push(withPath(file, entry.fullPath.slice(1)));
    } else waiting.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
  }
  return files;
}

/** A folder gives its entries in parts. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (part.length === 0 || entries.length >= MAX_FOLDER_FILES) return entries;
    entries.push(...part);
  }
}

/** Browsers set the path of a file only if its folder was chosen in a dialog. */
function withPath(file: File, path: string): File {
  return file.webkitRelativePath
    ? file
    : Object.defineProperty(file, 'webkitRelativePath', { value: path });
}

define('studio-file-drop', StudioFileDrop);
