import { defineRecord } from '#platform/audit/record.ts';
import { findArtifactRecord } from './artifact.repository.ts';

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
    const row = await findArtifactRecord(tx, enterpriseId, id);
    if (!row) return undefined;
    const { data, isBucketPublic, bucket, type, isPublic, ...own } = row;
    if (!isPublic) return { type, isPublic, privateContent: JSON.stringify([own, data, bucket]) };
    const { width: _width, height: _height, ...content } = data;
    return { ...own, ...content, type, isPublic, bucket: isBucketPublic ? bucket : null };
  },
  nameOf: ({ name }) => String(name ?? ''),
  link: () => '/creatives',
});
