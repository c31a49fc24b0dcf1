type Layer = {
  ip?: number;
  op?: number;
  st?: number;
  sr?: number;
  /** Time remapping. */
  tm?: unknown;
  refId?: string;
};
type Asset = { id: string; p?: string; layers?: Layer[] };
/** A time in frames, and how far Skottie's may be from it. */
type Time = { frame: number; slack: number };
type Lottie = { ip?: number; layers?: Layer[]; assets?: Asset[] };

/** Precomps may refer to precomps; Skottie stops at a similar depth. */
const MAX_DEPTH = 32;
/** Skottie computes stretched times with 32 bits, so its frame may be the one before or after. */
const STRETCHED_SLACK = 0.01;

/**
 * Returns the names of the files that a frame may show, counted from the in-point. Below a layer
 * with time remapping these are all files, because its times would have to be computed.
 */
export function shownFiles(lottie: object, frame: number): Set<string> {
  const { ip = 0, layers = [], assets = [] } = lottie as Lottie;
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const names = new Set<string>();
  const visitedIds = new Set<string>();
  const visit = (list: readonly Layer[], time: Time | undefined, depth: number): void => {
    for (const layer of list) {
      if (layer.refId === undefined || !isShown(layer, time)) continue;
      const asset = byId.get(layer.refId);
      if (asset?.p) names.add(asset.p);
      if (!asset?.layers || depth === MAX_DEPTH) continue;
      const inner = innerTime(layer, time);
      // A precomp that is used often at one time is visited once.
      const visited = `${asset.id} ${inner?.frame} ${inner?.slack}`;
      if (visitedIds.has(visited)) continue;
      visitedIds.add(visited);
      visit(asset.layers, inner, depth + 1);
    }
  };
  visit(layers, { frame: ip + frame, slack: 0 }, 0);
  return names;
}

/** `time` is undefined if it is not known. */
function isShown({ ip, op }: Layer, time: Time | undefined): boolean {
  if (time === undefined) return true;
  const { frame, slack } = time;
  return (ip === undefined || frame + slack >= ip) && (op === undefined || frame - slack < op);
}

/** Returns the time within a precomp. Undefined: any time, because it is unknown or remapped. */
function innerTime({ st = 0, sr = 1, tm }: Layer, time: Time | undefined): Time | undefined {
  if (time === undefined || tm !== undefined) return undefined;
  const stretch = sr || 1;
  const isExact = Number.isInteger(st) && Number.isInteger(Math.log2(stretch));
  const slack = isExact ? time.slack : STRETCHED_SLACK;
  return { frame: (time.frame - st) / stretch, slack };
}
