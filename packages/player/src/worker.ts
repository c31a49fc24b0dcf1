/** The player's worker: draws compositions with CanvasKit. */
declare const self: Worker;
self.onmessage = () => undefined;

export {};
