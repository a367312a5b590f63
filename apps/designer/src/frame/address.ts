/** Parts of the page's address: access, stream, the node to begin at, the user's time zone, and the browser's user (`eId:uId`). */
export type FrameAddress = { accessId: string; journeyId: string; nodeId: string | null; zone: string | null; owner: string | null };

/** `/designer/view/{accessId}#journey/flows/{id}?nodeId=&zone=&owner=`; undefined where it is none. */
export function readAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): FrameAddress | undefined {
  const accessId = /^\/designer\/view\/([\w-]+)$/.exec(pathname)?.[1];
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const journeyId = /^journey\/flows\/([\w-]+)$/.exec(path)?.[1];
  if (!accessId || !journeyId) return undefined;
  const given = new URLSearchParams(query);
  return { accessId, journeyId, nodeId: given.get('nodeId'), zone: given.get('zone'), owner: given.get('owner') };
}
