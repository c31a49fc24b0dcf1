/** An image at the size at which it is shown, by the SHA-256 of its file. */
export type ImageFile = {
  sha256: string;
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
};

/** The name under which the rasteriser finds an image. */
export function fileName({ sha256, contentType }: ImageFile): string {
  return `${sha256}${contentType === 'image/png' ? '.png' : '.jpg'}`;
}
