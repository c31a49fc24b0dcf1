/**
 * Composition → videos and stills. Ties together segments, audio and containers.
 */
export { type RenderedVideo, Renderer, type VideoOptions } from './renderer.ts';
