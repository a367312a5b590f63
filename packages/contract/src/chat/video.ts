import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { callConsents, callLimits, recordingStates, roomStates } from './video-kinds.ts';

/** A server that finds ways between two browsers, or carries what they say, as `RTCPeerConnection` takes it. */
export const IceServer = z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() });
export type IceServer = z.infer<typeof IceServer>;

/** Devices from which a person sends at the moment; the other side shows it. */
export const CallMedia = z.object({ microphone: z.boolean(), camera: z.boolean(), screen: z.boolean(), isHeld: z.boolean() });
export type CallMedia = z.infer<typeof CallMedia>;

/**
 * A word of one browser of a call to the other. The server passes it on and keeps nothing.
 * @property epoch the connection that speaks: a page that is loaded anew has another one
 * @property to the connection that is spoken to; '' in the first hello
 */
export const RtcSignal = z.object({
  epoch: text(64).min(1),
  to: text(64).default(''),
  hello: z.literal(true).optional(),
  description: z.object({ type: z.enum(['offer', 'answer', 'rollback', 'pranswer']), sdp: text(48_000).default('') }).optional(),
  candidate: z
    .object({
      candidate: text(2000).default(''),
      sdpMid: text(64).nullable().default(null),
      sdpMLineIndex: z.number().int().min(0).max(64).nullable().default(null),
      usernameFragment: text(256).nullable().default(null),
    })
    .optional(),
  media: CallMedia.optional(),
});
export type RtcSignal = z.infer<typeof RtcSignal>;

export const CallPerson = z.object({
  id: Id,
  kind: z.enum(['agent', 'customer']),
  name: z.string(),
  joinedAt: z.iso.datetime().nullable(),
  leftAt: z.iso.datetime().nullable(),
  /** End of the call for that person; '' while they are in it */
  ending: z.enum(['', 'left', 'ended', 'lost']),
});
export type CallPerson = z.infer<typeof CallPerson>;

export const CallRecording = z.object({
  id: Id,
  roomId: Id,
  state: z.enum(recordingStates),
  by: z.string(),
  parts: z.number(),
  bytes: z.number(),
  ms: z.number(),
  startedAt: z.iso.datetime(),
  /** Its parts are put together, and it can be played. */
  isReady: z.boolean(),
});
export type CallRecording = z.infer<typeof CallRecording>;

export const CallRoom = z.object({
  id: Id,
  chatId: Id,
  state: z.enum(roomStates),
  consent: z.enum(callConsents),
  by: z.string(),
  createdAt: z.iso.datetime(),
  liveAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  people: z.array(CallPerson),
  recordings: z.array(CallRecording),
});
export type CallRoom = z.infer<typeof CallRoom>;

const tag = 'Video';
const handle = ['CHAT.HANDLE'] as const;
const readers = ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'] as const;
const RoomParams = z.object({ roomId: Id });
const RecordingParams = z.object({ recordingId: Id });
const record = "the chat's own record holds it";

export const videoEndpoints = {
  meetings: defineEndpoint({
    method: 'GET',
    path: '/e/chat/video',
    summary:
      'Whether agents can invite to video calls, whether the calls are held here or on a meeting server, and whether they may be recorded',
    tag,
    access: handle,
    answer: z.object({ canMeet: z.boolean(), kind: z.enum(['own', 'outside']), canRecord: z.boolean() }),
  }),
  createRoom: defineEndpoint({
    method: 'POST',
    path: '/e/chat/video/room/create',
    summary:
      'Open a video call with the customer of a chat, and send its address into the chat as the agent’s message; a call that is open stays',
    audit: leavesNothing(record),
    tag,
    access: handle,
    perMinute: 20,
    /** `uId`: the own one, as the specification sends it */
    body: z.object({ chatId: Id, uId: Id.optional() }),
    /** `id`: '' of a room on a meeting server */
    answer: z.object({ id: z.string(), url: z.string() }),
  }),
  createUser: defineEndpoint({
    method: 'POST',
    path: '/e/chat/video/user/create',
    summary: 'Take the own part in the open call of a chat, with a token for its signals; a window that took it before has it no more',
    audit: leavesNothing(record),
    tag,
    access: handle,
    perMinute: 60,
    body: z.object({ chatId: Id, uId: Id.optional() }),
    answer: z.object({
      id: Id,
      roomId: Id,
      token: z.string(),
      iceServers: z.array(IceServer),
      consent: z.enum(callConsents),
      isRecording: z.boolean(),
    }),
  }),
  resource: defineEndpoint({
    method: 'GET',
    path: '/e/chat/video/room/:roomId/resource',
    summary: 'A call: its people and state, and servers that find the way between them',
    tag,
    access: handle,
    params: RoomParams,
    answer: CallRoom.extend({ iceServers: z.array(IceServer) }),
  }),
  current: defineEndpoint({
    method: 'GET',
    path: '/e/chat/video/current',
    summary: 'The own open calls',
    tag,
    access: handle,
    answer: z.array(CallRoom),
  }),
  history: defineEndpoint({
    method: 'GET',
    path: '/e/chat/video/history/:chatId',
    summary: 'Calls of a chat with their recordings, the newest first',
    tag,
    access: readers,
    params: z.object({ chatId: Id }),
    answer: z.array(CallRoom),
  }),
  recording: defineEndpoint({
    method: 'GET',
    path: '/e/chat/video/room/session/recording/:recordingId',
    summary: 'A recording of a chat with a link that plays it for a day',
    audit: leaves('recording', 'play'),
    tag,
    access: ['CHAT.VIEW_CHATHISTORY'],
    perMinute: 60,
    params: RecordingParams,
    query: z.object({ chatId: Id }),
    answer: CallRecording.extend({ url: z.string() }),
  }),
  end: defineEndpoint({
    method: 'POST',
    path: '/e/chat/video/room/:roomId/end',
    summary: 'End a call for both sides: an own one, or one in an own chat',
    audit: leavesNothing(record),
    tag,
    access: handle,
    params: RoomParams,
    answer: z.null(),
  }),
  askConsent: defineEndpoint({
    method: 'POST',
    path: '/e/chat/video/room/:roomId/consent',
    summary: 'Ask the customer of an own call whether it may be recorded',
    audit: leavesNothing('the answer is an entry of the chat'),
    tag,
    access: handle,
    perMinute: 20,
    params: RoomParams,
    answer: z.null(),
  }),
  startRecording: defineEndpoint({
    method: 'POST',
    path: '/e/chat/video/room/:roomId/recording',
    summary: 'Begin a recording of an own call whose customer has agreed to it; one that runs ends',
    audit: leavesNothing(record),
    tag,
    access: handle,
    perMinute: 20,
    params: RoomParams,
    answer: CallRecording,
  }),
  /** Multipart `file`. */
  addPart: defineEndpoint({
    method: 'PUT',
    path: '/e/chat/video/recording/:recordingId/part/:part',
    summary: 'The next part of a recording, as multipart/form-data with file; a part that is there is not stored again',
    audit: leavesNothing(record),
    tag,
    access: handle,
    perMinute: 120,
    params: RecordingParams.extend({ part: z.coerce.number().int().min(0).max(callLimits.parts) }),
    query: z.object({ ms: z.coerce.number().int().min(0).max(callLimits.ms).default(0) }),
    answer: z.object({ parts: z.number() }),
  }),
  stopRecording: defineEndpoint({
    method: 'POST',
    path: '/e/chat/video/recording/:recordingId/stop',
    summary: 'End an own recording: its parts are put together',
    audit: leavesNothing(record),
    tag,
    access: handle,
    params: RecordingParams,
    answer: z.null(),
  }),
};

/**
 * The customer's side of a call. The page opens {ws base}/meet/socket?code={code of the link} and joins; messages are `{type, data}` in both
 * directions.
 */
export const meetRequests = {
  /** `token`: the one of an earlier join in this tab, else ''. */
  join: z.object({ token: text(64).default('') }),
  ping: z.object({}),
  rtc: z.object({ signal: RtcSignal }),
  consent: z.object({ isGiven: z.boolean() }),
  leave: z.object({}),
} as const;
export type MeetRequestType = keyof typeof meetRequests;
export type MeetRequestData<T extends MeetRequestType> = z.input<(typeof meetRequests)[T]>;
/** A refusal names nothing of the request. */
export const MeetReference = z.object({});

export const meetEvents = {
  joined: z.object({
    roomId: Id,
    token: z.string(),
    iceServers: z.array(IceServer),
    agentName: z.string(),
    title: z.string(),
    colour: z.string(),
    consent: z.enum(callConsents),
    isRecording: z.boolean(),
  }),
  rtc: z.object({ roomId: Id, signal: RtcSignal }),
  callChanged: z.object({
    roomId: Id,
    chatId: Id,
    state: z.enum(roomStates),
    consent: z.enum(callConsents),
    isRecording: z.boolean(),
    isCustomerHere: z.boolean(),
  }),
  refused: z.object({ code: z.string(), message: z.string() }),
  pong: z.object({}),
} as const;
export type MeetEventType = keyof typeof meetEvents;
export type MeetEventData<T extends MeetEventType> = z.infer<(typeof meetEvents)[T]>;
export type MeetEvent = { [T in MeetEventType]: { type: T; data: MeetEventData<T> } }[MeetEventType];
