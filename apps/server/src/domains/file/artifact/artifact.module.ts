import { endpoints } from '@parley/contract';
import { withBin, withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { sharedFiles } from '../file/file.sharing.ts';
import { putArtifactBack, putBucketBack, restorableFields } from './artifact.back.ts';
import { artifactBin } from './artifact.bin.ts';
import { artifactRecord } from './artifact.record.ts';
import { listLibraryFiles } from './artifact.repository.ts';
import { copyFile, createArtifact, deleteArtifact, getArtifact, listArtifacts, updateArtifact } from './artifact.service.ts';
import { bucketRecord } from './bucket.record.ts';
import { createBucket, deleteBucket, getBucket, listBuckets, moveToBucket, removeFromBucket, updateBucket } from './bucket.service.ts';

const calls = endpoints.artifacts;

export const artifact: Module = {
  name: 'artifact',
  records: [
    withBin(withPutBack(artifactRecord, { fields: restorableFields, save: putArtifactBack }), artifactBin),
    withPutBack(bucketRecord, { fields: ['name', 'isPublic'], save: putBucketBack }),
  ],
  extensions: [extend(sharedFiles, listLibraryFiles)],
  routes(app) {
    route(app, calls.list, (ctx, { query }) => listArtifacts(ctx, query));
    route(app, calls.create, async (ctx, { body }) => answer(await createArtifact(ctx, body), 'The attachment is added.'));
    route(app, calls.buckets, async (ctx, { query }) => ({ list: await listBuckets(ctx, query) }));
    route(app, calls.createBucket, async (ctx, { body }) => answer(await createBucket(ctx, body), 'The bucket is made.'));
    route(app, calls.getBucket, (ctx, { params }) => getBucket(ctx, params.bucketId));
    route(app, calls.updateBucket, async (ctx, { params, body }) => answer(await updateBucket(ctx, params.bucketId, body), 'Saved.'));
    route(app, calls.removeBucket, async (ctx, { params }) => {
      await deleteBucket(ctx, params.bucketId);
      return answer(null, 'The bucket is deleted; its attachments stay.');
    });
    route(app, calls.move, async (ctx, { params, body }) => ({ moved: await moveToBucket(ctx, params.bucketId, body.artifactIds) }));
    route(app, calls.removeFromBucket, async (ctx, { params }) => {
      await removeFromBucket(ctx, params.artifactId);
      return null;
    });
    route(app, calls.get, (ctx, { params }) => getArtifact(ctx, params.artifactId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await updateArtifact(ctx, params.artifactId, body), 'Saved.'));
    route(app, calls.copy, (ctx, { params }) => copyFile(ctx, params.artifactId));
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteArtifact(ctx, params.artifactId);
      return answer(null, 'The attachment is deleted.');
    });
  },
};
