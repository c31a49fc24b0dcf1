export const [SIZE, FRAMES] = [1080, 300];
export const CARD = 560;
/** The second and the third scene begin with the second and the third bar of the music. */
export const [SECOND, THIRD] = [100, 200];
export const PRODUCT = 50;
export const INK = '#2b2350';
