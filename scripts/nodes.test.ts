import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isUnbuilt, nodeTypes } from '../packages/journey/src/nodes/kinds.ts';
import { runs } from '../packages/journey/src/nodes/runs.gen.ts';
import { nodeTables } from './nodes.ts';

test('the tables of nodes are those of their folders; npm run nodes writes them anew', () => {
  for (const { path, text } of nodeTables()) expect(readFileSync(path, 'utf8'), path).toBe(text);
});

test('each kind of node has a folder, and each folder is a kind', () => {
  const folders = readdirSync('packages/journey/src/nodes', { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
  expect(folders.toSorted()).toEqual([...nodeTypes, 'shared'].toSorted());
});

test('the kinds that do not run are those that the list of kinds names', () => {
  expect(Object.keys(runs)).toEqual(nodeTypes.filter((type) => !isUnbuilt(type)));
});
