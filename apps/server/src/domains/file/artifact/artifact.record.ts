import { defineRecord } from '#platform/audit/record.ts';

/**
 * An attachment of the library. A private one is its owner's alone, so of it the trail says that it changed and not what it holds.
 */
export const artifactRecord = defineRecord({
  kind: 'artifact',
  module: 'content',
  tables: ['artifacts'],
  fields: {
    name: 'plain',
    description: 'plain',
    type: 'plain',
    isPublic: 'plain',
    adminCreated: 'plain',
    bucket: 'plain',
    departmentId: 'plain',
    file: 'plain',
    fileHash: 'plain',
    url: 'long',
    title: 'plain',
    address: 'plain',
    latitude: 'plain',
    longitude: 'plain',
    message: 'long',
    privateContent: 'secret',
  },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('artifacts as a')
      .leftJoin('files as f', (join) => join.onRef('f.enterpriseId', '=', 'a.enterpriseId').onRef('f.fileId', '=', 'a.fileId'))
      .leftJoin('artifactBuckets as b', (join) =>
        join.onRef('b.enterpriseId', '=', 'a.enterpriseId').onRef('b.bucketId', '=', 'a.bucketId'),
      )
      .select([
        'a.name',
        'a.description',
        'a.dataType as type',
        'a.data',
        'a.isPublic',
        'a.isAdminCreated as adminCreated',
        'b.name as bucket',
        'a.deptId as departmentId',
        'b.isPublic as isBucketPublic',
        'f.name as file',
        'f.sha256 as fileHash',
      ])
      .where('a.enterpriseId', '=', enterpriseId)
      .where('a.artifactId', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const { data, isBucketPublic, bucket, type, isPublic, ...own } = row;
    if (!isPublic) return { type, isPublic, privateContent: JSON.stringify([own, data, bucket]) };
    const { width: _width, height: _height, ...content } = data;
    return { ...own, ...content, type, isPublic, bucket: isBucketPublic ? bucket : null };
  },
  nameOf: ({ name }) => String(name ?? ''),
  link: () => '/creatives',
});
