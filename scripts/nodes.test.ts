import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeTypes } from '../packages/journey/src/nodes/kinds.ts';
import { runs } from '../packages/journey/src/nodes/runs.gen.ts';
import { missingParts, nodeTables } from './nodes.ts';

test('the tables of nodes are those of their folders; npm run nodes writes them anew', () => {
  expect(missingParts()).toEqual([]);
  for (const { path, text } of nodeTables()) expect(readFileSync(path, 'utf8'), path).toBe(text);
});

test.each(['packages/journey/src/nodes', 'apps/designer/src/nodes'])(
  'each kind of node has a folder in %s, and each folder is a kind',
  (nodes) => {
    const folders = readdirSync(nodes, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));
    expect(folders.toSorted()).toEqual([...nodeTypes, 'shared'].toSorted());
  },
);

test('every kind of node runs', () => {
  expect(Object.keys(runs)).toEqual([...nodeTypes]);
});
