import { beforeEach, expect, test } from 'vitest';
import { endSession, setToken } from '../../../lib/session.ts';
import { getDraft, getDraftFiles, setDraft, setDraftFiles } from './drafts.ts';

beforeEach(() => {
  setToken('a token');
  setDraft('one', 'Half a sentence');
});

test('a draft stays when the session ends by itself, and goes with the person who signs out', () => {
  endSession('expired');
  expect(getDraft('one')).toBe('Half a sentence');
  endSession('user');
  expect(getDraft('one')).toBe('');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('files of a reply stay with their chat, and go with the person who signs out', () => {
  const file = new File(['x'], 'receipt.png');
  setDraftFiles('one', [file]);
  expect([getDraftFiles('one'), getDraftFiles('two')]).toEqual([[file], []]);
  endSession('user');
  expect(getDraftFiles('one')).toEqual([]);
});

test('signing out takes away what was typed on screens that this page has not opened', () => {
  localStorage.setItem('typed:chat-outbox', '[]');
  localStorage.setItem('language', 'hi');
  endSession('user');
  expect(Object.keys(localStorage)).toEqual(['language']);
});
