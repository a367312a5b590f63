import { z } from '@parley/contract';

/** Address of a board: `wall` for a screen on the wall, and the figure whose chats are shown. */
export const BoardSearch = z.object({
  /** `?wall` alone is enough */
  wall: z
    .preprocess((value) => value === '' || value === true, z.boolean())
    .default(false)
    .catch(false),
  tile: z.string().default('').catch(''),
  /** Part of the figure; absent: the whole */
  part: z.string().optional().catch(undefined),
  /** The figure is of the days that it is compared with */
  former: z.boolean().default(false).catch(false),
});
export type BoardSearch = z.infer<typeof BoardSearch>;
export const noBoardSearch: BoardSearch = BoardSearch.parse({});
export const noRows = { tile: '', part: undefined, former: false } as const satisfies Partial<BoardSearch>;

/** Opens the chats of a tile, or of a part of it. */
export type OpenTile = (of: { part?: string; former?: boolean }) => void;
