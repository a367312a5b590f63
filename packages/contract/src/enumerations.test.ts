import { expect, test } from 'vitest';
import { defaultWhiteLabel, WhiteLabel } from './account/app-config.ts';
import { notificationSounds } from './account/user.ts';
import { channelTypeNames, channelTypes } from './channel/channel-types.ts';
import {
  agentStatuses,
  chatActionTypes,
  chatStates,
  deliveryStatuses,
  messageStatuses,
  missedReasons,
  missedReasonTexts,
  waitingKinds,
} from './chat/chat-kinds.ts';
import { ChatAction } from './chat/chat-record.ts';
import { liveRequests } from './live.ts';

test('CHAT-002 CHAT-003 CHAT-004 chat states and actions; 11 is nobody’s', () => {
  expect(chatStates).toEqual({ created: 0, started: 1, ongoing: 2, closed: 3, missed: 4, suspended: 5 });
  expect(Object.values(chatActionTypes)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
});

test('CHAT-005 CHAT-006 CHAT-027 statuses and reasons', () => {
  expect(messageStatuses).toEqual({ unread: 0, sent: 1, read: 2 });
  expect(deliveryStatuses).toMatchObject({ delivered: 1, read: 2, failed: 3 });
  expect(missedReasons).toEqual({ outOfHours: 0, timedOut: 1, outOfHoursAfterClosing: 2 });
  expect(missedReasonTexts).toEqual({ 0: 'Out Of Working Hours', 1: 'Timed Out', 2: 'Out Of Working Hours' });
  expect(agentStatuses).toEqual({ offline: 0, online: 1, away: 2 });
});

test('CHAT-009 the messages of a chat have the fields of the specification', () => {
  expect(Object.keys(ChatAction.shape)).toEqual(
    expect.arrayContaining([
      'message',
      'status',
      'actionBy',
      'actionType',
      'actionId',
      'actedOn',
      'attachment',
      'channelErrorCode',
      'channelErrorDesc',
      'userName',
    ]),
  );
});

test('RT-018 the statuses that a client tells carry the fields of the specification', () => {
  expect(Object.keys(liveRequests.chatMessageStatus.shape)).toEqual(['chatId', 'actionIds', 'from', 'state']);
});

test('NOTIF-038 NOTIF-034 the sounds, and the kinds of waiting chats', () => {
  expect(notificationSounds).toEqual(['Musical Reveal', 'Software Interface', 'Magic Marimba', 'Happy Bells', 'Clear Announce']);
  expect(waitingKinds).toEqual(['transferred', 'new', 'invited', 'assigned', 'missed']);
});

test('SHELL-090 the channel types and their names', () => {
  expect(Object.entries(channelTypes).map(([, type]) => channelTypeNames[type])).toEqual([
    'SMS',
    'EMAIL',
    'FACEBOOK MESSENGER',
    'WHATSAPP',
    'TELEGRAM',
    'GOOGLE BUSINESS MESSENGER',
    'IVRS',
    'RCS',
    'INSTAGRAM',
    'WEB',
  ]);
  expect(Object.values(channelTypes)).toEqual([0, 1, 3, 4, 5, 6, 9, 10, 11, 12]);
});

test('WL-010 WL-012 WL-014 WL-017 WL-018 the white label holds what the specification lists, with neutral defaults', () => {
  expect(Object.keys(WhiteLabel.shape)).toEqual(
    expect.arrayContaining([
      'isWhiteLabel',
      'logoPath',
      'favIconPath',
      'loaderPath',
      'colors',
      'banner',
      'info',
      'dashBoardVideo',
      'isSameOrigin',
      'allowedVendors',
    ]),
  );
  const [hex, words] = [expect.stringMatching(/^#[0-9a-f]{6}$/), expect.stringMatching(/\w+ \w+/)];
  const slide = { subtitle: words, image: '', text: words };
  expect(WhiteLabel.parse(defaultWhiteLabel)).toMatchObject({
    isWhiteLabel: false,
    logoPath: '',
    info: { title: 'Parley', supportContact: '' },
    colors: { primary: hex, primaryText: hex, topBar: hex, topBarText: hex },
    banner: [slide, slide, slide],
  });
  expect(defaultWhiteLabel.allowedVendors).toEqual({ WHATSAPP: ['airtel'], WEB: ['twixormcmi'], RCS: ['vi', 'jio'] });
});
