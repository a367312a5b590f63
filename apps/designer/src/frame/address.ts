/** What the page's address says: whose access, which stream, and which node to begin at. */
export type FrameAddress = { accessId: string; journeyId: string; nodeId: string | null };

/** `/designer/view/{accessId}#journey/flows/{id}?nodeId=`; undefined where it is none. */
export function readAddress({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): FrameAddress | undefined {
  const accessId = /^\/designer\/view\/([\w-]+)$/.exec(pathname)?.[1];
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const journeyId = /^journey\/flows\/([\w-]+)$/.exec(path)?.[1];
  if (!accessId || !journeyId) return undefined;
  return { accessId, journeyId, nodeId: new URLSearchParams(query).get('nodeId') };
}
