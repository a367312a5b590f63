import { z } from '@parley/contract/z';

/** The node that the designer begins at. */
export const DesignerSearch = z.object({ nodeId: z.string().max(20).optional().catch(undefined) });
