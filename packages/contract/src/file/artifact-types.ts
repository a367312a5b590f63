import { z } from '../z.ts';

// Apart from the endpoints: the address of the library holds one, and every page reads addresses.
export const artifactTypes = ['IMAGE', 'VIDEO', 'AUDIO', 'DOC', 'LOCATION', 'MSG', 'URL'] as const;
export const ArtifactType = z.enum(artifactTypes);
export type ArtifactType = z.infer<typeof ArtifactType>;
