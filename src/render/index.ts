/** Renders a composition to videos and stills. Combines segments, audio and containers. */
export { type RenderedVideo, Renderer, type VideoOptions } from './renderer.ts';
