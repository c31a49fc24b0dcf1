export type VirtualGrid = {
  itemCount: number;
  /** Pixels of the list, and of a row with the gap below it. */
  width: number;
  rowHeight: number;
  /** 0: one column. */
  minItemWidth: number;
  gap: number;
};

export type VirtualRange = {
  columns: number;
  itemWidth: number;
  /** Of the whole list. */
  height: number;
  /** Items from `first` to before `end` are drawn. */
  first: number;
  end: number;
};

/** Rows beyond the window that are drawn, so that scrolling and Tab find them. */
const OVERSCAN_ROWS = 3;

/**
 * Returns how many items fit side by side, and their width in pixels. They share what is left over.
 */
export function columnsOf({
  width,
  minItemWidth,
  gap,
}: Omit<VirtualGrid, 'itemCount' | 'rowHeight'>) {
  if (minItemWidth <= 0) return { columns: 1, itemWidth: width };
  const columns = Math.max(1, Math.floor((width + gap) / (minItemWidth + gap)));
  return { columns, itemWidth: (width - gap * (columns - 1)) / columns };
}

/** Returns the items that a window shows. `top` and `bottom` are its edges in pixels of the list. */
export function visibleRange(grid: VirtualGrid, top: number, bottom: number): VirtualRange {
  const { itemCount, rowHeight, gap } = grid;
  const { columns, itemWidth } = columnsOf(grid);
  const rows = Math.ceil(itemCount / columns);
  const height = Math.max(0, rows * rowHeight - gap);
  const firstRow = clamp(Math.floor(top / rowHeight) - OVERSCAN_ROWS, rows);
  const endRow = clamp(Math.ceil(bottom / rowHeight) + OVERSCAN_ROWS, rows);
  return {
    columns,
    itemWidth,
    height,
    first: Math.min(itemCount, firstRow * columns),
    end: Math.min(itemCount, Math.max(endRow, firstRow) * columns),
  };
}

function clamp(row: number, rows: number): number {
  return Math.min(rows, Math.max(0, row));
}

/** The place of an item in pixels of the list. `x` counts from the side where lines begin. */
export type Place = { x: number; y: number; width: number; height: number };

/**
 * Returns the items of a list with places of their own that a window shows, with those half a window beyond.
 * `places` are in the order of their rows.
 */
export function visiblePlaces(
  places: readonly Place[],
  top: number,
  bottom: number,
): Pick<VirtualRange, 'first' | 'end' | 'height'> {
  const beyond = Math.max(0, bottom - top) / 2;
  const height = places.reduce((max, place) => Math.max(max, place.y + place.height), 0);
  const first = places.findIndex((place) => place.y + place.height > top - beyond);
  if (first < 0) return { first: places.length, end: places.length, height };
  const next = places.findIndex((place, index) => index >= first && place.y > bottom + beyond);
  return { first, end: next < 0 ? places.length : next, height };
}
