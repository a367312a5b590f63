import type { CallInput, endpoints } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type ToldAnswer } from '../../../lib/api.ts';
import { artifactKeys } from '../shared/artifact.queries.ts';

type Calls = (typeof endpoints)['artifacts'];
export type ArtifactBody = CallInput<Calls['create']>['body'];
type BucketBody = CallInput<Calls['createBucket']>['body'];

/** Runs a call that changes the library, then reads it anew. */
function useLibraryCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: artifactKeys.all }),
  });
}

/** One attachment as it stands now. */
export const readArtifact = (artifactId: string) => api.artifacts.get({ params: { artifactId } });

export const useSaveArtifact = () =>
  useLibraryCall(({ id, version = 0, body }: { id?: string; version?: number; body: ArtifactBody }) =>
    id ? api.told.artifacts.update({ params: { artifactId: id }, body: { ...body, version } }) : api.told.artifacts.create({ body }),
  );
export const useRemoveArtifact = () => useLibraryCall((artifactId: string) => api.told.artifacts.remove({ params: { artifactId } }));
export const useMoveArtifact = () =>
  useLibraryCall(
    ({ artifactId, bucketId }: { artifactId: string; bucketId: string }): Promise<ToldAnswer<unknown>> =>
      bucketId === ''
        ? api.told.artifacts.removeFromBucket({ params: { artifactId } })
        : api.told.artifacts.move({ params: { bucketId }, body: { artifactIds: [artifactId] } }),
  );
export const useSaveBucket = () =>
  useLibraryCall(({ id, version = 0, body }: { id?: string; version?: number; body: BucketBody }) =>
    id
      ? api.told.artifacts.updateBucket({ params: { bucketId: id }, body: { ...body, version } })
      : api.told.artifacts.createBucket({ body }),
  );
export const useRemoveBucket = () => useLibraryCall((bucketId: string) => api.told.artifacts.removeBucket({ params: { bucketId } }));
