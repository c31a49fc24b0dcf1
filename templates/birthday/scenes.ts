/** The index of the layer that carries the title, and of the one that carries the photo. */
export const [TITLE, CARD] = [40, 50];
/** The frames at which the second and the third scene begin. */
export const [SECOND, THIRD] = [84, 262];
