import { expect, test } from 'vitest';
import { ScimError } from './scim.errors.ts';
import { nameAfter, readFilter, readGroupPatch, readPage, readUser, readUserPatch } from './scim.rules.ts';

const patch = (...Operations: object[]) => ({ Operations });
const group = (...operations: object[]) => readGroupPatch(patch(...operations)).members;

test('names of attributes have no case, and a name is the first that is given', () => {
  expect(readUser({ USERNAME: ' a@b.example ', Active: 'FALSE', name: { givenName: 'Asha', familyName: 'Rao' } })).toEqual({
    userName: 'a@b.example',
    active: false,
    givenName: 'Asha',
    familyName: 'Rao',
  });
  expect(readUser({ name: { formatted: 'Asha R.' } })).toEqual({ name: 'Asha R.' });
  for (const active of ['perhaps', { toString: 1 }, []]) expect(() => readUser({ active })).toThrow('active is true or false.');
  expect(() => readUser({ userName: 'x'.repeat(201) })).toThrow('longer than 200');
});

test('operations on a user come one after the other, and what is not kept is read over', () => {
  const change = readUserPatch(
    patch(
      { op: 'Add', path: 'name.givenName', value: 'Meera' },
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: 'True' },
      { op: 'replace', value: { 'name.formatted': 'Meera Das' } },
      { op: 'replace', path: 'title', value: 'Captain' },
      { op: 'remove', path: 'externalId' },
    ),
  );
  expect(change).toEqual({ name: 'Meera Das', givenName: 'Meera', active: true, externalId: '' });
});

test('a part of a name is changed as often as a provider says it, by a path or by a dotted key, and the other stays', () => {
  const unknown = { name: 'Asha Rao', givenName: '', familyName: '' };
  const change = readUserPatch(patch({ op: 'replace', path: 'name.givenName', value: 'Asha Maria' }));
  const after = nameAfter(change, unknown);
  expect(after).toBe('Asha Maria Rao');
  const kept = { name: after ?? '', givenName: 'Asha Maria', familyName: 'Rao' };
  expect(nameAfter(change, kept)).toBe('Asha Maria Rao');
  const family = readUserPatch(
    patch({
      op: 'replace',
      value: { 'name.familyName': 'van der Berg', 'urn:ietf:params:scim:schemas:core:2.0:User:userName': 'a@b.example' },
    }),
  );
  expect(family).toEqual({ familyName: 'van der Berg', userName: 'a@b.example' });
  expect(nameAfter(family, kept)).toBe('Asha Maria van der Berg');
  expect(nameAfter(readUserPatch(patch({ op: 'replace', path: 'active', value: true })), kept)).toBeUndefined();
  expect(nameAfter(readUserPatch(patch({ op: 'replace', path: 'name.familyName', value: 'Das' })), { ...unknown, name: 'Asha' })).toBe(
    'Asha Das',
  );
});

test('members come and go in the order of the operations', () => {
  const value = (...ids: string[]) => ids.map((id) => ({ value: id }));
  expect(group({ op: 'add', path: 'members', value: value('a', 'b') })).toEqual({ add: ['a', 'b'], remove: [] });
  expect(group({ op: 'add', path: 'members', value: value('a') }, { op: 'remove', path: 'members[value eq "a"]' })).toEqual({
    add: [],
    remove: ['a'],
  });
  expect(group({ op: 'remove', path: 'members', value: value('a') }, { op: 'add', value: { members: value('a') } })).toEqual({
    add: ['a'],
    remove: [],
  });
  expect(group({ op: 'remove', path: 'members' })).toEqual({ set: [], add: [], remove: [] });
  expect(group({ op: 'replace', path: 'members', value: value('a', 'b') }, { op: 'remove', path: 'members', value: value('a') })).toEqual({
    set: ['b'],
    add: [],
    remove: ['a'],
  });
  expect(readGroupPatch(patch({ op: 'replace', value: { displayName: 'New', id: 'x' } }))).toEqual({
    displayName: 'New',
    members: { add: [], remove: [] },
  });
});

test('a body that is no patch is refused', () => {
  for (const body of [
    null,
    [],
    {},
    patch({ op: 'move' }),
    patch({ op: { toString: 1 } }),
    { Operations: [7] },
    patch({ op: 'add', path: 7 }),
  ])
    expect(() => readGroupPatch(body)).toThrow(ScimError);
});

test('a filter is one comparison; quotes inside of its text are escaped', () => {
  expect(readFilter('  ', ['userName'])).toBeUndefined();
  expect(readFilter('USERNAME EQ "a\\"b"', ['userName'])).toEqual({ attribute: 'userName', value: 'a"b' });
  for (const bad of ['userName', 'userName ne "a"', 'password eq "a"', 'userName eq "a" or userName eq "b"', 'userName eq a'])
    expect(() => readFilter(bad, ['userName'])).toThrow('A filter is one of userName with eq and a text.');
});

test('pages begin with 1 and are bounded', () => {
  expect(readPage({})).toEqual({ offset: 0, count: 200 });
  expect(readPage({ startIndex: '-5', count: '-1' })).toEqual({ offset: 0, count: 0 });
  expect(readPage({ startIndex: '11', count: '1000' })).toEqual({ offset: 10, count: 200 });
  expect(() => readPage({ count: '1.5' })).toThrow('whole numbers');
});
