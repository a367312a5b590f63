import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { endSession, setToken } from '../../../lib/session.ts';
import { getDraft, getDraftFiles, setDraft, setDraftFiles, useDraftChats } from './drafts.ts';

const asha = { eId: 'e1', uId: 'asha' };
const ben = { eId: 'e1', uId: 'ben' };
const signIn = (owner: typeof asha) => {
  setToken('a token');
  setOwner(owner);
};

beforeEach(() => {
  signIn(asha);
  setDraft('one', 'Half a sentence');
});

test('a draft stays when the session ends by itself, is shown to no other person, and goes with the one who signs out', () => {
  endSession('expired');
  expect(getDraft('one')).toBe('');
  signIn(ben);
  expect(getDraft('one')).toBe('');
  setDraft('one', 'Of Ben');
  endSession('user');
  signIn(asha);
  expect(getDraft('one')).toBe('Half a sentence');
  endSession('user');
  signIn(asha);
  expect(getDraft('one')).toBe('');
  expect(Object.keys(localStorage)).toEqual(['token']);
});

test('files of a reply stay with their chat and their person, and go with the one who signs out', () => {
  const file = new File(['x'], 'receipt.png');
  setDraftFiles('one', [file]);
  expect([getDraftFiles('one'), getDraftFiles('two')]).toEqual([[file], []]);
  endSession('expired');
  signIn(ben);
  expect(getDraftFiles('one')).toEqual([]);
  endSession('expired');
  signIn(asha);
  expect(getDraftFiles('one')).toEqual([file]);
  endSession('user');
  signIn(asha);
  expect(getDraftFiles('one')).toEqual([]);
});

test('signing out takes away what was typed on screens that this page has not opened, and nothing that was sent', () => {
  localStorage.setItem('own:e1:asha:typed:designer:j1', '{}');
  localStorage.setItem('own:e1:asha:reply:k', '{}');
  localStorage.setItem('own:e1:ben:typed:designer:j1', '{}');
  localStorage.setItem('language', 'hi');
  endSession('user');
  expect(Object.keys(localStorage).sort()).toEqual(['language', 'own:e1:asha:reply:k', 'own:e1:ben:typed:designer:j1']);
});

test('the chats in which a reply is begun are told, also of another tab', () => {
  const { result } = renderHook(() => useDraftChats());
  expect([...result.current]).toEqual(['one']);
  act(() => setDraft('two', 'More'));
  act(() => setDraft('one', ''));
  expect([...result.current]).toEqual(['two']);
  localStorage.setItem('own:e1:asha:typed:chat-draft:three', 'Elsewhere');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'own:e1:asha:typed:chat-draft:three' })));
  expect([...result.current].sort()).toEqual(['three', 'two']);
  // A reply of a file alone is begun as well.
  act(() => setDraftFiles('four', [new File(['x'], 'voice-note.ogg')]));
  expect([...result.current].sort()).toEqual(['four', 'three', 'two']);
  act(() => setDraftFiles('four', []));
  expect([...result.current].sort()).toEqual(['three', 'two']);
  act(() => setOwner(ben));
  expect([...result.current]).toEqual([]);
});
